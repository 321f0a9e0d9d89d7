import { distance } from '@eyrie/geometry';
import { describe, expect, it } from 'vitest';
import { planFigures } from './figures.ts';
import { groundOf } from './ground.fixture.ts';
import { planWith, pointAt } from './plan.fixture.ts';
import { resolvePlan } from './resolve/resolve-plan.ts';
import { splitPlan } from './split-plan.ts';

const ground = groundOf(20);
const batteryOf = (plan: Parameters<typeof splitPlan>[0]) =>
  planFigures(resolvePlan(plan, ground), plan, ground).battery;

describe('a route that is too long for a battery', () => {
  it('is split at its points into routes that fly all of it, each home with the reserve', () => {
    const points = Array.from({ length: 24 }, (_, at) => pointAt(`p${at + 1}`, (at % 2) * 900, at * 20));
    const plan = planWith(points, {}, { ratedMinutes: 25 });
    expect(batteryOf(plan).enough).toBe(false);
    const flights = splitPlan(plan, ground) ?? [];
    expect(flights.length).toBeGreaterThan(1);
    for (const flight of flights) expect(batteryOf(flight).enough).toBe(true);
    // Each begins where the one before ended.
    for (const [at, flight] of flights.entries())
      if (at > 0) expect(flight.points[0]?.id).toBe(flights[at - 1]?.points.at(-1)?.id);
    expect(new Set(flights.flatMap(({ points: own }) => own.map(({ id }) => id))).size).toBe(24);
  });

  it('is split between the lines of its area', () => {
    const outer = [
      [100, 100],
      [1_000, 100],
      [1_000, 700],
      [100, 700],
    ].map(([east = 0, north = 0]) => {
      const { lng, lat } = pointAt('', east, north);
      return { lng, lat };
    });
    const drawn = planWith([], { type: 'regionalMapping' }, { height: 60, ratedMinutes: 14 });
    const plan = { ...drawn, area: { ...drawn.area, direction: 90, parts: [{ outer, holes: [] }] } };
    const flights = splitPlan(plan, ground) ?? [];
    expect(flights.length).toBe(batteryOf(plan).flights.length);
    for (const flight of flights) {
      expect(flight.type).toBe('waypointMapping');
      expect(batteryOf(flight)).toMatchObject({ enough: true, flights: { length: 1 } });
    }
  });

  it('is split within the rows of a wall, where it stops for its photos', () => {
    const [begin, end] = [pointAt('', 0, 100), pointAt('', 900, 100)];
    const drawn = planWith([], { type: 'regionalMapping' }, { ratedMinutes: 12 });
    const wall = { pattern: 'facade' as const, line: [begin, end], distance: 20, bottom: 20, top: 40 };
    const plan = { ...drawn, area: { ...drawn.area, ...wall } };
    const flights = splitPlan(plan, ground) ?? [];
    expect(flights.length).toBeGreaterThanOrEqual(batteryOf(plan).flights.length);
    for (const flight of flights) expect(batteryOf(flight)).toMatchObject({ enough: true });
  });

  it('is split within a leg that asks for too much by itself: a corridor of two points', () => {
    const [begin, end] = [pointAt('', -1_500, 100), pointAt('', 1_500, 100)];
    const drawn = planWith([], { type: 'regionalMapping' }, { height: 60, ratedMinutes: 14 });
    const line = [begin, end].map(({ lng, lat }) => ({ lng, lat }));
    const area = { ...drawn.area, pattern: 'corridor' as const, line, left: 10, right: 10 };
    const plan = { ...drawn, area };
    expect(batteryOf(plan).enough).toBe(false);
    const flights = splitPlan(plan, ground) ?? [];
    expect(flights.length).toBeGreaterThan(1);
    for (const flight of flights) expect(batteryOf(flight).enough).toBe(true);
    const whole = planFigures(resolvePlan(plan, ground), plan, ground);
    const parts = flights.map((flight) => planFigures(resolvePlan(flight, ground), flight, ground));
    const sum = (of: (one: typeof whole) => number) => parts.reduce((total, one) => total + of(one), 0);
    expect(sum(({ length }) => length) / whole.length).toBeCloseTo(1, 2);
    expect(sum(({ photos }) => photos.count)).toBeGreaterThanOrEqual(whole.photos.count);
    for (const { photos } of parts) expect(photos.count).toBeGreaterThan(0);
    // Each begins where the one before ended.
    for (const [at, flight] of flights.entries())
      if (at > 0) {
        const before = flights[at - 1]?.points.at(-1);
        expect(distance(flight.points[0]!, before!)).toBeLessThan(1);
      }
  });

  it('of two points by hand as well', () => {
    const plan = planWith([pointAt('a', -1_500, 100), pointAt('b', 1_500, 100)], {}, { ratedMinutes: 14 });
    expect(batteryOf(plan).enough).toBe(false);
    const flights = splitPlan(plan, ground) ?? [];
    expect(flights.length).toBeGreaterThan(1);
    for (const flight of flights) expect(batteryOf(flight).enough).toBe(true);
    expect(flights[0]?.points[0]?.id).toBe('a');
    expect(flights.at(-1)?.points.at(-1)?.id).toBe('b');
  });

  it('stays whole where no battery gets there and home, and where it is no route', () => {
    const far = planWith([pointAt('a', 0, 100), pointAt('b', 20_000, 100), pointAt('c', 0, 200)]);
    expect(splitPlan(far, ground)).toBeNull();
    expect(splitPlan(planWith([]), ground)).toBeNull();
  });

  it('that one battery flies is one', () => {
    const plan = planWith([pointAt('a', 0, 100), pointAt('b', 100, 100)]);
    expect(splitPlan(plan, ground)).toEqual([plan]);
  });
});
