import type { PlanPoint, RoutePlan } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { planFigures } from './figures.ts';
import { flightPath } from './flight-path.ts';
import { flightParts, type FlightPart } from './flights.ts';
import { groundOf } from './ground.fixture.ts';
import { planWith, pointAt } from './plan.fixture.ts';
import type { ResolvedRoute } from './resolved.ts';
import { resolvePlan } from './resolve/resolve-plan.ts';

const ground = groundOf(20);
const usable = 0.75;
/** A wind along the first leg, and faster than the rated speed: no second costs as much as another. */
const settings = { wind: { speed: 6, from: 0 }, speed: 14, reserve: 1 - usable };

/** Points of a row to the north, so many metres apart, where something is done. */
const row = (count: number, apart: number): PlanPoint[] =>
  Array.from({ length: count }, (_, at) =>
    pointAt(`p${at}`, 0, 100 + at * apart, { actions: at % 3 === 1 ? [{ type: 'hover', seconds: 4 }] : [] }),
  );
const planOf = (points: readonly PlanPoint[], more: Partial<RoutePlan['settings']> = {}): RoutePlan =>
  planWith(points, {}, { ...settings, ...more });
/** The points as lines of so many each. */
const inLines = (route: ResolvedRoute, ...counts: number[]): ResolvedRoute => {
  const [line] = route.lines;
  const points = [...line!.points];
  return { ...route, lines: counts.map((count) => ({ ...line!, points: points.splice(0, count) })) };
};
const partsOf = (plan: RoutePlan, route = resolvePlan(plan, ground)): FlightPart[] =>
  flightParts(plan, route, flightPath(plan, route, ground), ground);
const pieces = (parts: readonly FlightPart[]): number[][] =>
  parts.flatMap(({ stretches }) => stretches.map(({ line, first, last }) => [line, first, last]));

describe('a route that one battery flies', () => {
  const corner = [pointAt('a', 0, 100), pointAt('b', 0, 2_100), pointAt('c', 1_500, 2_100)];
  const busy = corner.map((one, at) => ({
    ...one,
    actions: at === 1 ? [{ type: 'hover' as const, seconds: 30 }, { type: 'takePhoto' as const }] : [],
  }));

  it('costs what its figures say, out and home counted', () => {
    const plan = planOf(busy, { ratedMinutes: 90 });
    const route = resolvePlan(plan, ground);
    const { time, battery } = planFigures(route, plan, ground);
    const [part, ...others] = partsOf(plan);
    expect(others).toEqual([]);
    expect(part?.stretches).toEqual([{ line: 0, first: 0, last: 2 }]);
    expect(part?.seconds).toBeCloseTo(time.total, 6);
    expect(Math.abs(part!.share / battery.share - 1)).toBeLessThan(0.01);
  });

  it('costs its lines alone where it takes off nowhere', () => {
    const plan = planOf(busy, { ratedMinutes: 90, takeOff: null });
    const { time } = planFigures(resolvePlan(plan, ground), plan, ground);
    expect(partsOf(plan).map(({ seconds }) => seconds)).toEqual([time.line]);
  });

  it('counts the way from line to line, and each line by its own legs', () => {
    const far = [...corner, pointAt('d', 3_000, 100), pointAt('e', 3_000, 2_100), pointAt('f', 4_500, 2_100)];
    const plan = planOf(far, { ratedMinutes: 150 });
    const route = inLines(resolvePlan(plan, ground), 3, 3);
    const { time, battery } = planFigures(route, plan, ground);
    const [part, ...others] = partsOf(plan, route);
    expect(others).toEqual([]);
    expect(part?.stretches).toEqual([
      { line: 0, first: 0, last: 2 },
      { line: 1, first: 0, last: 2 },
    ]);
    expect(part?.seconds).toBeCloseTo(time.total, 6);
    expect(Math.abs(part!.share / battery.share - 1)).toBeLessThan(0.01);
    // To the last bit of what may be used they are one, and one bit beyond they are two.
    const { share } = part!;
    const short = { ...plan, settings: { ...plan.settings, ratedMinutes: (150 * share) / 0.7 } };
    const exact = partsOf(short, route)[0]!.share;
    const reserving = (reserve: number) => ({ ...short, settings: { ...short.settings, reserve } });
    expect(1 - (1 - exact)).toBe(exact);
    expect(pieces(partsOf(reserving(1 - exact), route))).toHaveLength(2);
    expect(partsOf(reserving(1 - exact), route)).toHaveLength(1);
    expect(partsOf(reserving(1 - exact + 1e-6), route)).toHaveLength(2);
  });
});

describe('a line that asks for more than a battery', () => {
  const points = row(160, 10);
  const plan = planOf(points, { ratedMinutes: 20 });
  const parts = partsOf(plan);
  const fits = (first: number, last: number, of = plan): boolean =>
    partsOf({ ...of, points: points.slice(first, last + 1) }).length === 1;

  it('is cut at its points, end to end, and each part but the last is as long as it can be', () => {
    expect(parts.length).toBeGreaterThan(2);
    const cut = pieces(parts);
    expect(cut[0]?.slice(0, 2)).toEqual([0, 0]);
    expect(cut.at(-1)?.[2]).toBe(points.length - 1);
    for (const [at, [, first = 0, last = 0]] of cut.entries()) {
      if (at > 0) expect(first).toBe(cut[at - 1]?.[2]);
      expect(fits(first, last)).toBe(true);
      if (last < points.length - 1) expect(fits(first, last + 1)).toBe(false);
    }
    for (const { share } of parts) expect(share).toBeLessThanOrEqual(usable);
  });

  it('has parts that take as long as their points by themselves, and all but the last use up the battery', () => {
    for (const { stretches, seconds } of parts) {
      const [{ first, last } = { first: 0, last: 0 }] = stretches;
      const sub = { ...plan, points: points.slice(first, last + 1) };
      // A point that begins or ends a route also turns its camera.
      const { total } = planFigures(resolvePlan(sub, ground), sub, ground).time;
      expect(Math.abs(seconds - total)).toBeLessThan(3);
    }
    // One more point takes a hundredth.
    for (const { share } of parts.slice(0, -1)) expect(share).toBeGreaterThan(usable - 0.03);
  });

  it('may use the last bit of what may be used', () => {
    const { share, stretches } = parts[0]!;
    const exact = { ...plan, settings: { ...plan.settings, reserve: 1 - share } };
    expect(1 - (1 - share)).toBe(share);
    expect(partsOf(exact)[0]?.stretches).toEqual(stretches);
  });

  it('has a part above it where a single leg is, and goes on behind it', () => {
    const gap = [
      ...row(3, 150),
      ...row(3, 150).map((one) => ({ ...one, id: `q${one.id}`, lat: one.lat + 0.2 })),
    ];
    const torn = partsOf(planOf(gap, { ratedMinutes: 30 }));
    const over = torn.filter(({ share }) => share > usable);
    expect(over.length).toBeGreaterThan(0);
    expect(pieces(torn)[0]?.slice(0, 2)).toEqual([0, 0]);
    expect(pieces(torn).at(-1)?.[2]).toBe(gap.length - 1);
  });
});

it('a line behind one that is cut begins a flight of its own where it does not fit', () => {
  const plan = planOf([...row(160, 10), pointAt('x', 400, 200), pointAt('y', 400, 2_200)], {
    ratedMinutes: 25,
  });
  const route = inLines(resolvePlan(plan, ground), 160, 2);
  const parts = partsOf(plan, route);
  const cut = pieces(parts);
  expect(cut.at(-1)).toEqual([1, 0, 1]);
  expect(cut.filter(([line]) => line === 0).length).toBeGreaterThan(1);
  for (const { share } of parts) expect(share).toBeLessThanOrEqual(usable);
});
