import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, planCorridor, type Place } from '../index.ts';
import { corridorOffsets } from './corridor.ts';
import { localPlane } from '../plane.ts';
import { corner, faultOf, placesAt } from './area.fixture.ts';

const { toPlane } = localPlane(corner);
const straight = placesAt([
  [0, 0],
  [0, 1000],
]);

/** Least distance in metres of a path to a line, sampled. */
function closest(path: readonly Place[], line: readonly Place[]): number {
  const flat = line.map(toPlane);
  let least = Infinity;
  for (const [at, to] of path.map(toPlane).entries()) {
    const from = path.map(toPlane)[at - 1] ?? to;
    for (let share = 0; share <= 1; share += 0.05) {
      const [x, y] = [
        from.east + (to.east - from.east) * share,
        from.north + (to.north - from.north) * share,
      ];
      for (const [leg, b] of flat.slice(1).entries()) {
        const a = flat[leg] ?? b;
        const [dx, dy] = [b.east - a.east, b.north - a.north];
        const part = Math.max(
          0,
          Math.min(1, ((x - a.east) * dx + (y - a.north) * dy) / (dx * dx + dy * dy || 1)),
        );
        least = Math.min(least, Math.hypot(x - a.east - part * dx, y - a.north - part * dy));
      }
    }
  }
  return least;
}

describe('a corridor', () => {
  it('has a line for every spacing of its width, evenly', () => {
    expect(corridorOffsets({ left: 50, right: 30, spacing: 20 })).toEqual([-40, -20, 0, 20]);
    expect(corridorOffsets({ left: 50, right: 50, spacing: 40 }).map(Math.round)).toEqual([-33, 0, 33]);
    expect(corridorOffsets({ left: 20, right: 20, spacing: 20 })).toEqual([-10, 10]);
    expect(corridorOffsets({ left: 20, right: 20, spacing: 20, centre: true })).toEqual([-10, 0, 10]);
    expect(corridorOffsets({ left: 50, right: 50, spacing: 0 })).toEqual([0]);
  });

  it('is flown to and fro beside a straight line', () => {
    const plan = planCorridor(straight, { left: 30, right: 30, spacing: 20 });
    expect(plan.lines.map(({ offset }) => Math.round(offset))).toEqual([-20, 0, 20]);
    expect(plan.lineLength).toBeCloseTo(3000, 0);
    expect(plan.transitLength).toBeCloseTo(40, 1);
    const [first, second] = plan.lines.map(({ path }) => path.map(toPlane));
    expect(first?.[0]?.east).toBeCloseTo(-20, 1);
    expect(first?.[0]?.north).toBeCloseTo(0, 1);
    expect(second?.[0]?.north).toBeCloseTo(1000, 1);
  });

  it('of no spacing is its centre line', () => {
    const plan = planCorridor(straight, { left: 30, right: 30, spacing: 0 });
    expect(plan.lines).toHaveLength(1);
    expect(plan.length).toBeCloseTo(distance(straight[0] as Place, straight[1] as Place), 6);
  });

  it('is cut into parts of a length', () => {
    const plan = planCorridor(straight, { left: 10, right: 10, spacing: 0, partLength: 300 });
    expect(plan.parts).toBe(4);
    expect(plan.lines.map(({ length }) => Math.round(length))).toEqual([300, 300, 300, 100]);
  });

  it('makes no loop inside a sharp bend and goes round its outside', () => {
    const bend = placesAt([
      [0, 0],
      [500, 0],
      [30, 60],
    ]);
    const plan = planCorridor(bend, { left: 90, right: 90, spacing: 30 });
    for (const { path, offset } of plan.lines)
      if (offset !== 0) expect(closest(path, bend)).toBeGreaterThan(Math.abs(offset) - 0.02);
  });

  it('is refused without two places, and with too many lines', () => {
    const options = { left: 10, right: 10, spacing: 5 };
    expect(faultOf(() => planCorridor([], options))?.code).toBe('tooFewPlaces');
    expect(faultOf(() => planCorridor([corner, corner], options))).toMatchObject({
      code: 'tooFewPlaces',
      value: 1,
      min: 2,
    });
    expect(faultOf(() => planCorridor(straight, { ...options, spacing: 1e-9 }))?.code).toBe('tooManyLines');
    expect(faultOf(() => planCorridor(straight, { ...options, partLength: 1e-6 }))?.code).toBe(
      'tooManyLines',
    );
    expect(faultOf(() => planCorridor(straight, { ...options, left: -1 }))).toMatchObject({
      field: 'left',
      min: 0,
    });
    expect(faultOf(() => planCorridor([corner, { lng: Number.NaN, lat: 0 }], options))?.field).toBe(
      'line.1.lng',
    );
  });

  it('never comes closer to its line than its offset', () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 600 })), {
      minLength: 2,
      maxLength: 7,
    });
    fc.assert(
      fc.property(points, fc.integer({ min: 5, max: 80 }), (line, side) => {
        const places = placesAt(line);
        // What repeats one place alone is no line.
        if (faultOf(() => planCorridor(places, { left: side, right: side, spacing: side }))) return;
        const plan = planCorridor(places, { left: side, right: side, spacing: side });
        for (const { path, offset } of plan.lines)
          expect(closest(path, places)).toBeGreaterThan(Math.abs(offset) * 0.999 - 0.02);
      }),
      { numRuns: 80, endOnFailure: true },
    );
  });
});
