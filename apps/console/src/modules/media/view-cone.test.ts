import { bearing, distance } from '@eyrie/geometry';
import { expect, it } from 'vitest';
import { viewCone, type SeenFrom } from './view-cone.ts';

const seen: SeenFrom = {
  place: { lng: 113.95, lat: 22.54 },
  heading: 90,
  pitch: -30,
  focalLength: 24,
  height: 50,
};

it('opens to both sides of the heading by the angle of the lens', () => {
  const [from, first, ...rest] = viewCone(seen) ?? [];
  const last = rest.at(-1);
  expect(from).toEqual(seen.place);
  expect(bearing(seen.place, first!)).toBeCloseTo(90 - 35.8, 0);
  expect(bearing(seen.place, last!)).toBeCloseTo(90 + 35.8, 0);
  expect(distance(seen.place, last!)).toBeCloseTo(100, 0);
});

it('is the ground below a picture that looks down', () => {
  const ring = viewCone({ ...seen, pitch: -90, heading: 0 }) ?? [];
  expect(ring).toHaveLength(4);
  expect(distance(ring[0]!, ring[3]!)).toBeCloseTo((50 * 34.6) / 24, 0);
  expect(distance(ring[0]!, ring[1]!)).toBeCloseTo((50 * 26) / 24, 0);
  // Its upper edge lies where the heading points.
  expect(ring[0]!.lat).toBeGreaterThan(seen.place.lat);
});

it('is not guessed where heading, lens or height are not known', () => {
  expect(viewCone({ ...seen, heading: null })).toBeNull();
  expect(viewCone({ ...seen, focalLength: null })).toBeNull();
  expect(viewCone({ ...seen, pitch: -90, height: null })).toBeNull();
});
