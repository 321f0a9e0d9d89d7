import type { DrawnRegion } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { overSea } from './region.sea.ts';

const region = (part: object): DrawnRegion =>
  ({
    geometry: { type: 'Point', coordinates: [0, 0] },
    radius: 100,
    width: null,
    ceiling: 120,
    heightReference: 'sea',
    ...part,
  }) as DrawnRegion;

it('gives the level of the sea where heights are counted from it, and nowhere else', () => {
  // EGM96 at 0° N 0° E is 17.16 m above the ellipsoid.
  expect(overSea(region({})).seaLevel).toBeCloseTo(17.16, 1);
  expect(overSea(region({ heightReference: 'ground' })).seaLevel).toBeNull();
  expect(overSea(region({ ceiling: null })).seaLevel).toBeNull();
});
