import { addPoint, freshPlan } from '@eyrie/planner';
import { expect, it } from 'vitest';
import { compute, groundOf } from './compute.ts';
import { placeAlong, shownProfile } from './shown-profile.ts';

const plan = [10, 10.001, 10.002].reduce(
  (before, lng) => addPoint(before, { lng, lat: 0 }),
  freshPlan('waypoint'),
);

it('shows planned heights where heights above the sea are not known', () => {
  const { profile, own } = shownProfile(compute({ plan }, groundOf(null, null)));
  expect(own).toBe(true);
  expect(profile.points.map(({ height }) => height)).toEqual([80, 80, 80]);
  expect(profile.length).toBeCloseTo(222.4, 0);
});

it('shows heights above the sea as soon as they are known', () => {
  const settings = { ...plan.settings, heightMode: 'altitude' as const };
  expect(shownProfile(compute({ plan: { ...plan, settings } }, groundOf(null, null))).own).toBe(false);
});

it('finds the place so many metres along, and keeps to both ends', () => {
  const { profile } = shownProfile(compute({ plan }, groundOf(null, null)));
  expect(placeAlong(profile, profile.length / 2)?.lng).toBeCloseTo(10.001, 6);
  expect(placeAlong(profile, -5)?.lng).toBeCloseTo(10, 6);
  expect(placeAlong(profile, 1e6)?.lng).toBeCloseTo(10.002, 6);
  expect(placeAlong({ ...profile, samples: [] }, 0)).toBeNull();
});
