import { describe, expect, it } from 'vitest';
import { pointsOf, trendSummary } from './trend-scale.ts';

describe('a trend', () => {
  it('has only the points at which the figure was kept', () => {
    const rows = [
      { at: 1, cycles: 30 },
      { at: 2, cycles: null },
      { at: 3, cycles: 32 },
    ];
    const points = pointsOf(rows, ({ cycles }) => cycles);
    expect(points).toEqual([
      { at: 1, value: 30 },
      { at: 3, value: 32 },
    ]);
    expect(trendSummary(points)).toEqual({ min: 30, max: 32, first: 30, last: 32, count: 2 });
  });
  it('is nothing without a point', () => {
    expect(trendSummary([])).toBeNull();
  });
});
