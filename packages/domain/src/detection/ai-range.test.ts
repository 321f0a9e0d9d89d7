import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBeyondRange } from './ai-range.ts';

describe('a finding beyond the range of its flight', () => {
  it.each([
    [60, 9, 50, true],
    [60, 10, 50, false],
    [50, 0, 50, false],
    [20, 3, 25, false],
    [300, 400, 25, false],
  ])('at %d ± %d m of %d m: %s', (metres, error, range, beyond) => {
    expect(isBeyondRange({ metres, error }, range)).toBe(beyond);
  });

  it('is not known where its place is not', () => {
    expect(isBeyondRange(null, 25)).toBeNull();
  });

  it('is never one that may lie within', () => {
    const figure = fc.double({ min: 0, max: 600, noNaN: true });
    fc.assert(
      fc.property(figure, figure, fc.integer({ min: 25, max: 50 }), (metres, error, range) => {
        if (isBeyondRange({ metres, error }, range)) expect(metres).toBeGreaterThan(range);
      }),
    );
  });
});
