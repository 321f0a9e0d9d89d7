import { regionKinds } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { drawingOf, kindHatches } from './region-drawing.ts';

const square = {
  type: 'polygon' as const,
  rings: [
    [
      { lng: 113, lat: 22 },
      { lng: 113.01, lat: 22 },
      { lng: 113.01, lat: 22.01 },
    ],
  ],
};
const region = { oid: 'r', name: 'Pond', colour: '#E5484DFF', kind: 'noFly' } as const;
const bodyOf = (heights: object) => drawingOf({ ...region, ...heights }, square, true).polygons[0]?.band;

it('gives every kind a pattern of its own, and a note none', () => {
  const hatches = regionKinds.map((kind) => kindHatches[kind]);
  expect(new Set(hatches).size).toBe(regionKinds.length);
  expect(kindHatches.note).toBeUndefined();
  expect(drawingOf(region, square, true).polygons[0]).toMatchObject({ hatch: 'cross', colour: '#E5484D' });
});

it('raises a body between its heights, over ground or sea, and none without an upper end', () => {
  expect(bodyOf({ floor: 20, ceiling: 120, heightReference: 'ground' })).toEqual({
    from: 20,
    to: 120,
    over: 'ground',
  });
  expect(bodyOf({ floor: 100, ceiling: 500, heightReference: 'sea', seaLevel: -20 })).toEqual({
    from: 80,
    to: 480,
    over: 'ellipsoid',
  });
  expect(bodyOf({ floor: 100, ceiling: 500, heightReference: 'sea' })).toBeUndefined();
  expect(bodyOf({ floor: 20, ceiling: null, heightReference: 'sea' })).toBeUndefined();
  expect(bodyOf({ floor: 120, ceiling: 20, heightReference: 'sea' })).toBeUndefined();
});

it('marks an alternate landing place with a symbol that no home point has', () => {
  const at = { type: 'point' as const, at: { lng: 113, lat: 22 } };
  const [sign] = drawingOf({ ...region, kind: 'alternateLanding' }, at, true).signs;
  expect(sign).toMatchObject({ badge: 'A', hexagon: true, look: 'live', label: 'Pond' });
  expect(drawingOf(region, at, true).signs[0]?.hexagon).toBe(false);
});
