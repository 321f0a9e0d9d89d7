import { describe, expect, it } from 'vitest';
import { planArea } from '../index.ts';
import { placesAt, starRing } from './area.fixture.ts';

/** Rings of so many corners about places, as jagged as the same figures make them. */
const holes = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const [east, north] = [(at % 3) * 220 - 220, Math.floor(at / 3) * 220 - 220];
    const corners = 5 + ((at * 7) % 9);
    return placesAt(
      Array.from({ length: corners }, (_corner, corner): [number, number] => {
        const angle = (2 * Math.PI * corner) / corners;
        const away = 40 + ((at * 31 + corner * 17) % 40);
        return [east + away * Math.cos(angle), north + away * Math.sin(angle)];
      }),
    );
  });

describe('plans around what is forbidden', () => {
  // Found by holding every corner against every other, before corners that no shortest way bends at were left out.
  it.each([
    [2, 33, 18_141.644_068_884_49],
    [5, 120, 18_909.655_410_482_84],
    [9, 70, 18_930.742_406_691_85],
  ])('of %i rings on course %i° are as long as over all corners', (count, course, length) => {
    const outer = starRing(
      Array.from({ length: 40 }, (_, at) => 0.8 + ((at * 13) % 20) / 100),
      600_000,
    );
    const options = { spacing: 40, course, speed: 10, ends: 'band', turnaround: 22 } as const;
    const plan = planArea({ parts: [[outer]], forbidden: holes(count) }, options);
    expect(plan.length).toBeCloseTo(length, 6);
  });
});
