import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planArea } from '../index.ts';
import { localPlane } from '../plane.ts';
import { corner, covered, starRing } from './area.fixture.ts';

describe('any area', () => {
  const radii = fc.array(fc.double({ min: 0.35, max: 1, noNaN: true }), { minLength: 3, maxLength: 14 });

  it('is covered on any course, each piece of it once', () => {
    fc.assert(
      fc.property(
        radii,
        fc.integer({ min: -360, max: 1000 }),
        fc.double({ min: 15, max: 60, noNaN: true }),
        (shape, course, spacing) => {
          const ring = starRing(shape, 90_000);
          const plan = planArea({ parts: [[ring]] }, { spacing, course, ends: 'band' });
          expect(covered(ring, [], plan, spacing)).toBe(1);
          const short = planArea({ parts: [[ring]] }, { spacing, course });
          // Small, jagged and wide apart: what slanting edges leave is seen here at its worst.
          expect(covered(ring, [], short, spacing)).toBeGreaterThan(0.75);
          expect(short.stripLength).toBeLessThanOrEqual(plan.stripLength + 1e-6);
          expect(plan.spacing).toBeLessThanOrEqual(spacing + 1e-9);
          const pieces = new Set(
            plan.strips.map(
              ({ part, line, from, to }) =>
                `${part} ${line} ${Math.min(from.lat, to.lat)} ${Math.min(from.lng, to.lng)}`,
            ),
          );
          expect(pieces.size).toBe(plan.strips.length);
          expect(plan.length).toBeGreaterThan(plan.stripLength - 1e-9);
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('is flown around holes that are forbidden', () => {
    fc.assert(
      fc.property(
        radii,
        fc.double({ min: 0.3, max: 2.5, noNaN: true }),
        fc.integer({ min: 0, max: 359 }),
        (shape, size, course) => {
          const ring = starRing(shape, 90_000);
          const hole = starRing(shape, 9000 * size);
          const plan = planArea({ parts: [[ring]], forbidden: [hole] }, { spacing: 25, course });
          const { toPlane } = localPlane(corner);
          const flat = hole.map(toPlane);
          const path = plan.strips
            .flatMap(({ begin, end }, at) => [begin, end, ...(plan.transits[at]?.over ?? [])])
            .map(toPlane);
          for (const [at, to] of path.slice(1).entries()) {
            const from = path[at] ?? to;
            for (let share = 0; share <= 1; share += 0.05) {
              const [x, y] = [
                from.east + (to.east - from.east) * share,
                from.north + (to.north - from.north) * share,
              ];
              let inside = false;
              let deep = Infinity;
              for (const [i, a] of flat.entries()) {
                const b = flat[(i + 1) % flat.length] ?? a;
                if (
                  a.north > y !== b.north > y &&
                  x < ((b.east - a.east) * (y - a.north)) / (b.north - a.north) + a.east
                )
                  inside = !inside;
                deep = Math.min(
                  deep,
                  Math.abs((b.east - a.east) * (y - a.north) - (b.north - a.north) * (x - a.east)) /
                    Math.hypot(b.east - a.east, b.north - a.north),
                );
              }
              expect(inside && deep > 0.01).toBe(false);
            }
          }
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
  });
});
