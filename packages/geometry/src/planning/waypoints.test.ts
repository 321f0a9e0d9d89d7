import { expect, test } from 'vitest';
import { distance, planArea, planPlaces, type Place } from '../index.ts';
import { rectangle } from './area.fixture.ts';

const lengthOf = (places: readonly Place[]) =>
  places.slice(1).reduce((sum, to, at) => sum + distance(places[at] as Place, to), 0);

test('the places of a plan are its strips with their turnaround and the ways between them', () => {
  const ground = {
    parts: [[rectangle(0, 0, 160, 100)]],
    forbidden: [rectangle(30, 30, 60, 60), rectangle(100, 40, 140, 70)],
  };
  for (const turnaround of [0, 20]) {
    const plan = planArea(ground, { spacing: 10, course: 90, turnaround });
    const places = planPlaces(plan.strips, plan.transits);
    expect(lengthOf(places)).toBeCloseTo(plan.length, 3);
    expect(places.filter(({ photos }) => photos)).toHaveLength(plan.strips.length);
    expect(places.some(({ strip }) => strip === null)).toBe(true);
    const first = places.findIndex(({ photos }) => photos);
    expect(first).toBe(turnaround > 0 ? 1 : 0);
  }
});
