import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { footprintOf, planCoverage } from './coverage.ts';
import { groundOf } from './ground.fixture.ts';
import { planWith, pointAt } from './plan.fixture.ts';
import { resolvePlan } from './resolve/resolve-plan.ts';

const ground = groundOf(20);
const at = (east: number, north: number) => {
  const { lng, lat } = pointAt('', east, north);
  return { lng, lat };
};

describe('what photos show of an area', () => {
  it('is all of it, at the places that the route promises', () => {
    const convex = fc.record({
      wide: fc.integer({ min: 80, max: 600 }),
      high: fc.integer({ min: 80, max: 600 }),
      slant: fc.integer({ min: -35, max: 35 }),
      direction: fc.integer({ min: 0, max: 359 }),
    });
    fc.assert(
      fc.property(convex, ({ wide, high, slant, direction }) => {
        const outer = [at(0, 0), at(wide, slant), at(wide + slant, high), at(slant, high)];
        const plan = planWith([], { type: 'regionalMapping' }, { height: 100 });
        const mapped = { ...plan, area: { ...plan.area, direction, parts: [{ outer, holes: [] }] } };
        const route = resolvePlan(mapped, ground);
        expect(route.faults).toEqual([]);
        const { photos, counted } = planCoverage(mapped, route)!;
        expect(Math.abs(photos.length - route.photos.count)).toBeLessThanOrEqual(1);
        expect(counted!.uncovered / counted!.area).toBeLessThan(0.002);
      }),
      { numRuns: 40 },
    );
  });

  it('has footprints as large as the camera sees', () => {
    const plan = planWith([pointAt('p1', 0, 0), pointAt('p2', 0, 100)], { type: 'waypointMapping' });
    const coverage = planCoverage(plan, resolvePlan(plan, ground))!;
    expect(coverage.size.across).toBeCloseTo((80 * 17.424) / 12.29, 6);
    expect(coverage.counted).toBeNull();
    expect(footprintOf(coverage.photos[0]!, coverage)).toHaveLength(4);
    const none = planWith(plan.points);
    expect(planCoverage(none, resolvePlan(none, ground))).toBeNull();
  });
});
