import { expect, test } from 'vitest';
import { ringArea } from './area.ts';
import { localPlane } from './plane.ts';
import { earthRadius } from './sphere.ts';

const square = (lng: number, lat: number, side: number) => {
  const plane = localPlane({ lng, lat });
  return [
    [0, 0],
    [side, 0],
    [side, side],
    [0, side],
  ].map(([east = 0, north = 0]) => plane.toPlace({ east, north }));
};

test('a hundred metres by a hundred are a hectare, closed or not and either way round', () => {
  const ring = square(113.95, 22.54, 100);
  expect(ringArea(ring)).toBeCloseTo(10_000, 0);
  expect(ringArea([...ring, ring[0]!])).toBeCloseTo(10_000, 0);
  expect(ringArea(ring.toReversed())).toBeCloseTo(10_000, 0);
});

test('a ring over the antimeridian is as large as one elsewhere', () => {
  expect(ringArea(square(179.9999, -17, 1000))).toBeCloseTo(1_000_000, -2);
});

test('a wide ring is computed on the sphere, and both ways agree where they meet', () => {
  // An eighth of the sphere.
  const octant = [
    { lng: 0, lat: 0 },
    { lng: 90, lat: 0 },
    { lng: 90, lat: 90 },
    { lng: 0, lat: 90 },
  ];
  expect(ringArea(octant) / ((Math.PI / 2) * earthRadius ** 2)).toBeCloseTo(1, 9);
  expect(ringArea(square(10, 30, 51_000)) / 51_000 ** 2).toBeCloseTo(1, 2);
});

test('two corners have no area', () => {
  expect(ringArea(square(0, 0, 100).slice(0, 2))).toBe(0);
});
