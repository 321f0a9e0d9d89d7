import { expect, it } from 'vitest';
import { nearestPoint, profileOf } from './profile.ts';

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
it('finds the point under the pointer', () => {
  const profile = profileOf(waypoints);
  expect(profile && nearestPoint(profile, 0)).toBe(0);
  expect(profile && nearestPoint(profile, 900)).toBe(1);
});
