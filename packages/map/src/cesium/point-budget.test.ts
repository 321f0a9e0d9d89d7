import { expect, it } from 'vitest';
import { coarsest, nextCoarseness } from './point-budget.ts';

it('draws a cloud more coarsely until its points fit, and as usual again once they are few', () => {
  // Twice as coarse is a quarter of the points of a surface.
  const shown = (coarseness: number): number => 9_000_000 / coarseness ** 2;
  let coarseness = 1;
  for (let frame = 0; frame < 30; frame += 1)
    coarseness = nextCoarseness(coarseness, shown(coarseness), 1_000_000);
  expect(shown(coarseness)).toBeLessThanOrEqual(1_000_000);
  expect(shown(coarseness)).toBeGreaterThan(600_000);
  for (let frame = 0; frame < 30; frame += 1) coarseness = nextCoarseness(coarseness, 1_000, 1_000_000);
  expect(coarseness).toBe(1);
});

it('has an end where even the coarsest has too many', () => {
  expect(nextCoarseness(coarsest, 1e9, 1)).toBe(coarsest);
});
