import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legTime, rampDistance } from '../index.ts';
import type { PlanePoint } from '../plane.ts';
import { endOf, runsOf, startOf, type Cell, type Run } from './cells.ts';
import { gap } from './flat.ts';
import { legTimer } from './leg-timer.ts';
import { improveRuns } from './order-runs.ts';
import { orderCells } from './order.ts';
import { waysAround } from './ways.ts';

const point = fc.record({ east: fc.integer({ min: 0, max: 100 }), north: fc.integer({ min: 0, max: 100 }) });
const cellOf = (ends: readonly (readonly [PlanePoint, PlanePoint])[]): Cell =>
  ends.map((pair, line) => ({ line, part: 0, ends: pair, low: 0, high: 1 }));
const cell = fc.array(fc.tuple(point, point), { minLength: 1, maxLength: 3 }).map(cellOf);

const lengthOf = (runs: readonly Run[]): number =>
  runs.slice(1).reduce((sum, run, at) => sum + gap(endOf(runs[at] as Run), startOf(run)), 0);

/** The shortest of all orders and ways, tried one by one. */
function shortest(cells: readonly Cell[], before: readonly Run[] = []): number {
  if (cells.length === 0) return lengthOf(before);
  return Math.min(
    ...cells.flatMap((one, at) =>
      [0, 1, 2, 3].map((way) => shortest(cells.toSpliced(at, 1), [...before, ...runsOf(one, way)])),
    ),
  );
}

describe('the order of cells', () => {
  it('is the shortest of all for few cells', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        expect(lengthOf(orderCells(cells, { cost: gap }))).toBeCloseTo(shortest(cells), 6);
      }),
      { numRuns: 40 },
    );
  });

  it('has every piece once for many, and is taken apart only where that is shorter', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 9, maxLength: 30 }), (cells) => {
        const runs = orderCells(cells, { cost: gap });
        expect(new Set(runs.map(({ piece }) => piece)).size).toBe(cells.flat().length);
        const better = improveRuns(runs, gap, () => 0, 0);
        expect(new Set(better.map(({ piece }) => piece)).size).toBe(runs.length);
        expect(lengthOf(better)).toBeLessThanOrEqual(lengthOf(runs) + 1e-6);
        expect(improveRuns(runs, gap, () => 0, 1)[0]).toEqual(runs[0]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('ways around what is forbidden', () => {
  const block = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ].map(([east = 0, north = 0]) => ({ east, north }));
  const ways = waysAround([block]);

  it('are straight where nothing lies between', () => {
    const [a, b] = [
      { east: -5, north: 20 },
      { east: 30, north: 11 },
    ];
    expect(ways.metres(a, b)).toBeCloseTo(gap(a, b), 9);
    expect(ways.corners(a, b)).toEqual([]);
  });

  it('are the shortest over its corners', () => {
    const [a, b] = [
      { east: -10, north: 4 },
      { east: 20, north: 4 },
    ];
    expect(ways.metres(a, b)).toBeCloseTo(10 + 2 * Math.hypot(10, 4), 0);
    expect(
      ways.corners(a, b).map(({ east, north }) => [Math.round(east) + 0, Math.round(north) + 0]),
    ).toEqual([
      [0, 0],
      [10, 0],
    ]);
    expect(ways.metres(a, b)).toBeCloseTo(ways.metres(b, a), 9);
  });
});

describe('the table of leg times', () => {
  it('is within 0.3 % of the times themselves', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 15, noNaN: true }),
        fc.double({ min: 0.01, max: 3, noNaN: true }),
        (speed, share) => {
          const metres = share * 2 * rampDistance(0, speed);
          const exact = legTime(metres, speed);
          expect(Math.abs(legTimer(speed)(metres) - exact)).toBeLessThan(0.003 * exact + 1e-6);
        },
      ),
    );
  });
});
