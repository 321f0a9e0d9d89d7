import { expect, it } from 'vitest';
import { nearestPoint, profileOf, roundTicks } from './profile.ts';

const waypoints = [
  { lng: 113.95, lat: 22.54, height: 80 },
  { lng: 113.96, lat: 22.55, height: 120 },
  { lng: 113.96, lat: 22.55, height: 60 },
];

it('measures along the ground on the sphere of the route files', () => {
  const profile = profileOf(waypoints);
  expect(profile?.points[1]?.along).toBeCloseTo(1513.6393, 3);
  expect(profile).toMatchObject({ low: 60, high: 120 });
  expect(profile?.length).toBe(profile?.points[1]?.along);
});
it('needs two waypoints', () => {
  expect(profileOf(waypoints.slice(0, 1))).toBeNull();
});
it.each([
  [60, 120, 4, [60, 80, 100, 120]],
  [0, 1, 4, [0, 0.5, 1]],
  [80, 80, 4, [80]],
  [-12, 31, 4, [-20, 0, 20, 40]],
])('round values from %d to %d', (low, high, wanted, ticks) => {
  expect(roundTicks(low, high, wanted)).toEqual(ticks);
});
it('finds the point under the pointer', () => {
  const profile = profileOf(waypoints);
  expect(profile && nearestPoint(profile, 0)).toBe(0);
  expect(profile && nearestPoint(profile, 900)).toBe(1);
});
