import type { DrawnRegion } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { areaFileOf } from './flight-area.file.ts';

const region = (part: Partial<DrawnRegion>): DrawnRegion => ({
  oid: 'r',
  groupOID: 'g',
  name: 'R',
  colour: '#FF0000',
  kind: 'noFly',
  shape: 'polygon',
  geometry: square(0, 0, 1),
  radius: null,
  width: null,
  floor: null,
  ceiling: null,
  heightReference: 'ground',
  enabled: true,
  validFrom: null,
  validUntil: null,
  ...part,
});
const square = (
  west: number,
  south: number,
  size: number,
): Extract<DrawnRegion['geometry'], { type: 'Polygon' }> => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
    ],
  ],
});
const holed = {
  type: 'Polygon' as const,
  coordinates: [...square(0, 0, 1).coordinates, ...square(0.4, 0.4, 0.1).coordinates],
};
const line = {
  type: 'LineString' as const,
  coordinates: [
    [0, 0],
    [0.01, 0],
    [0.01, 0.01],
  ],
};
const point = { type: 'Point' as const, coordinates: [0, 0] };
const manyCorners = {
  type: 'Polygon' as const,
  coordinates: [
    Array.from({ length: 255 }, (_, at) => [
      Math.cos((at * 2 * Math.PI) / 255),
      Math.sin((at * 2 * Math.PI) / 255),
    ]),
  ],
};
const fences = (...rules: DrawnRegion[]): string[] => {
  const { file } = areaFileOf(rules, 1_000);
  return (
    JSON.parse(file?.bytes.toString() ?? '{"features":[]}').features as {
      geofence_type: string;
      geometry: { type: string };
    }[]
  ).map((one) => `${one.geofence_type} ${one.geometry.type}`);
};
const unfit = (...rules: DrawnRegion[]): string[] => areaFileOf(rules, 1_000).unfit.map(({ why }) => why);

describe('the areas of an aircraft', () => {
  it('are regions to stay in and out of that are in force, each by what the aircraft knows', () => {
    expect(
      fences(region({ kind: 'note' }), region({ kind: 'noLanding' }), region({ validUntil: 999 })),
    ).toEqual([]);
    expect(areaFileOf([region({ kind: 'note' })], 1_000).file).toBeNull();
    expect(fences(region({}), region({ geometry: point, radius: 10 }))).toEqual(['nfz Polygon', 'nfz Point']);
    expect(fences(region({ geometry: line, width: 50 }))).toEqual(['nfz Polygon', 'nfz Polygon']);
    expect(fences(region({ kind: 'keepIn', geometry: line, width: 50 }))).toEqual(['dfence Polygon']);
    // What is cut out of a region to stay in is stayed out of.
    expect(fences(region({ kind: 'keepIn', geometry: holed }))).toEqual(['dfence Polygon', 'nfz Polygon']);
  });

  it('refuse by name what the aircraft would not take', () => {
    expect(unfit(region({ geometry: holed }))).toEqual(['holes']);
    expect(unfit(region({ geometry: point, radius: 9 }))).toEqual(['radius']);
    expect(unfit(region({ geometry: manyCorners }))).toEqual(['corners']);
    const bent = {
      type: 'LineString' as const,
      coordinates: [
        [0, 0],
        [0.01, 0],
        [0, 0.0002],
      ],
    };
    expect(unfit(region({ kind: 'keepIn', geometry: bent, width: 400 }))).toEqual(['bend']);
    const stay = (west: number, size: number) => region({ kind: 'keepIn', geometry: square(west, 0, size) });
    expect(unfit(stay(0, 1), stay(0.5, 1))).toEqual(['overlap']);
    expect(unfit(stay(0, 1), region({ kind: 'keepIn', geometry: square(0.2, 0.2, 0.1) }))).toEqual([
      'overlap',
    ]);
    expect(unfit(stay(0, 1), stay(2, 1))).toEqual([]);
    expect(unfit(region({}), region({ geometry: square(0.5, 0, 1) }))).toEqual([]);
  });

  it('are the same file as long as they are the same', () => {
    const [one, two] = [areaFileOf([region({})], 1_000).file, areaFileOf([region({})], 2_000).file];
    expect(one?.checksum).toBe(two?.checksum);
    expect(areaFileOf([region({ geometry: square(0, 0, 2) })], 1_000).file?.name).not.toBe(one?.name);
  });
});
