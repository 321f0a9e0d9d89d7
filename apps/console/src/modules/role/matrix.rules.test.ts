import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsInSight } from './matrix.rules.ts';

describe('the columns of a wide table', () => {
  it('in sight are all drawn, and only few others', () => {
    const count = fc.integer({ min: 0, max: 1_000 });
    fc.assert(
      fc.property(
        count,
        fc.integer({ min: 0, max: 120_000 }),
        fc.integer({ min: 1, max: 4_000 }),
        (of, at, width) => {
          const { first, end } = columnsInSight(of, 116, at, width);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(of);
          expect(end - first).toBeLessThanOrEqual(Math.ceil(width / 116) + 10);
          for (let column = 0; column < of; column += 1) {
            const inSight = (column + 1) * 116 > at && column * 116 < at + width;
            if (inSight) expect(column >= first && column < end).toBe(true);
          }
        },
      ),
    );
  });
});
