import type { RoutePlan } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planCoverage } from './coverage.ts';
import { groundOf } from './ground.fixture.ts';
import { planPlayback } from './playback.ts';
import { fixFinding } from './check/index.ts';
import { groundGridFor } from './ground-grid.ts';
import { planAll } from './plan-all.ts';
import { planWith, pointAt } from './plan.fixture.ts';

const corner = (east: number, north: number) => {
  const { lng, lat } = pointAt('', east, north);
  return { lng, lat };
};
const points = [
  pointAt('p1', 0, 0, { actions: [{ type: 'interval', by: 'distance', every: 20, until: 'p3' }] }),
  pointAt('p2', 0, 200, { speed: 5, heading: 30, damping: 3, turnMode: 'coordinateTurn', gimbalPitch: -30 }),
  pointAt('p3', 200, 200, {
    actions: [
      { type: 'hover', seconds: 3 },
      { type: 'zoom', factor: 2 },
      { type: 'orientedShoot', heading: 1, pitch: -1, zoom: 2 },
    ],
  }),
];
const types = ['waypoint', 'regional', 'poi', 'waypointMapping', 'regionalMapping'] as const;
const patterns = ['lines', 'corridor', 'oblique', 'facade'] as const;

const planOf = (type: RoutePlan['type'], pattern: RoutePlan['area']['pattern']): RoutePlan => {
  const plan = planWith(points, { type }, { wind: { speed: 3, from: 20 } });
  return {
    ...plan,
    area: {
      ...plan.area,
      pattern,
      parts: [
        {
          outer: [corner(0, 0), corner(300, 0), corner(300, 200)],
          holes: [[corner(150, 20), corner(200, 20), corner(200, 60)]],
        },
      ],
      forbidden: [[corner(100, 10), corner(120, 10), corner(120, 30)]],
      line: [corner(0, 0), corner(100, 50), corner(200, 0)],
      direction: 20,
    },
    interest: { ...plan.interest, centre: { ...corner(50, 50), height: 10 } },
  };
};

/** Every number in a plan, by its path. */
const numbersIn = (value: unknown, path: readonly string[] = []): string[][] => {
  if (typeof value === 'number') return [[...path]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => numbersIn(inner, [...path, name]));
};
const withNumber = (plan: RoutePlan, path: readonly string[], value: number): RoutePlan => {
  const copy = structuredClone(plan);
  let at = copy as unknown as Record<string, unknown>;
  for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
  at[path.at(-1) as string] = value;
  return copy;
};

const odd = fc.oneof(
  fc.constantFrom(
    Number.NaN,
    Infinity,
    -Infinity,
    0,
    -0,
    1e300,
    -1e300,
    1e-300,
    100,
    99,
    -1,
    361,
    1_000,
    65_535,
  ),
  fc.double(),
  fc.double({ min: -200, max: 200, noNaN: true }),
);

describe('a plan with numbers that nobody meant', () => {
  it('is a route, or has faults by field; and nothing throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        fc.constantFrom(...patterns),
        fc.array(fc.tuple(fc.nat(), odd), { minLength: 1, maxLength: 4 }),
        (type, pattern, changes) => {
          let plan = planOf(type, pattern);
          const paths = numbersIn(plan);
          for (const [at, value] of changes) plan = withNumber(plan, paths[at % paths.length]!, value);
          const { route, path, figures, profile, check } = planAll({ plan, grid: null });
          expect(route.lines.length > 0 || route.faults.length > 0).toBe(true);
          if (route.faults.length > 0) {
            expect(route.lines).toEqual([]);
            expect(check.findings.length).toBeGreaterThan(0);
            for (const { field } of route.faults) expect(field).not.toBe('');
          } else {
            for (const { points: flown } of route.lines)
              for (const { lng, lat, height, heading, speed } of flown)
                for (const value of [lng, lat, height, heading, speed])
                  expect(Number.isFinite(value)).toBe(true);
            expect(Number.isFinite(figures.time.total)).toBe(true);
            expect(profile.samples.length).toBeLessThanOrEqual(2_100);
          }
          planCoverage(plan, route, groundOf(20), 500);
          const play = planPlayback(plan, route.photos.count < 2_000 ? route : { ...route, lines: [] }, path);
          expect(play.photos.every(({ seconds }) => seconds <= play.duration + 1e-6)).toBe(true);
          for (const finding of check.findings) fixFinding(plan, finding);
          const frame = groundGridFor(plan);
          if (frame) expect(frame.columns * frame.rows).toBeLessThanOrEqual(250_000);
        },
      ),
      { numRuns: 400 },
    );
  });
});
