import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksBetween, groupOf, highest, layoutOf, scrollRatio, stepOf, topOf } from './grid-layout.ts';

const shape = { columns: 4, row: 100, head: 40 };
const layout = layoutOf([6, 1, 9], shape);

describe('a grid of files', () => {
  it('knows where each file lies', () => {
    expect(layout).toMatchObject({ height: 40 + 200 + 40 + 100 + 40 + 300, count: 16, starts: [0, 6, 7] });
    expect([0, 3, 4, 6, 7, 15].map((index) => topOf(layout, index))).toEqual([40, 40, 140, 280, 420, 620]);
    expect([5, 6, 7, 15].map((index) => groupOf(layout, index))).toEqual([0, 1, 2, 2]);
  });

  it('is moved through by keys, in its columns and from one group to the next', () => {
    const step = (index: number, key: string) => stepOf(layout, index, key, 2);
    expect([step(2, 'ArrowDown'), step(5, 'ArrowDown'), step(6, 'ArrowDown'), step(15, 'ArrowDown')]).toEqual(
      [5, 6, 7, 15],
    );
    expect([step(7, 'ArrowUp'), step(10, 'ArrowUp'), step(6, 'ArrowUp'), step(0, 'ArrowUp')]).toEqual([
      6, 6, 4, 0,
    ]);
    expect([step(15, 'next'), step(0, 'previous'), step(3, 'End'), step(9, 'Home')]).toEqual([15, 0, 15, 0]);
    expect([step(0, 'PageDown'), step(15, 'PageUp'), step(0, 'x')]).toEqual([6, 7, null]);
  });

  it('draws each file once, and none that is out of sight', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(20_000),
        fc.integer({ min: 1, max: 2_000 }),
        (counts, columns, from, seen) => {
          const grid = layoutOf(counts, { ...shape, columns });
          const drawn = blocksBetween(grid, from, from + seen).flatMap(({ group, first, end }) =>
            Array.from({ length: Math.max(0, end - first) }, (_, n) => (grid.starts[group] ?? 0) + first + n),
          );
          expect(new Set(drawn).size).toBe(drawn.length);
          for (let index = 0; index < grid.count; index += 1) {
            const top = topOf(grid, index);
            const isSeen = top + shape.row > from && top < from + seen;
            if (isSeen) expect(drawn).toContain(index);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of a million files reaches its end within what a browser draws', () => {
    const grid = layoutOf(
      Array.from({ length: 1_000 }, () => 1_000),
      shape,
    );
    const seen = 800;
    expect(grid.height).toBeGreaterThan(highest);
    expect((highest - seen) * scrollRatio(grid.height, seen)).toBeCloseTo(grid.height - seen);
    expect(blocksBetween(grid, grid.height - seen, grid.height).at(-1)).toMatchObject({
      group: 999,
      end: 1_000,
    });
    expect(scrollRatio(5_000, seen)).toBe(1);
  });
});
