import { describe, expect, it } from 'vitest';
import { carryOfLenses } from './lens-carry.ts';

const infrared = { width: 640, height: 512 };
const wide = { width: 4_000, height: 3_000 };

describe('places of two lenses of one shot', () => {
  it('meet in the middle, and a narrow lens sees a part of what the wide one sees', () => {
    const { to, back, larger } = carryOfLenses(infrared, wide, { one: 40, other: 24 });
    expect(to({ x: 320, y: 256 })).toEqual({ x: 2_000, y: 1_500 });
    const corner = to({ x: 0, y: 0 });
    expect(corner.x).toBeGreaterThan(0);
    expect(corner.y).toBeGreaterThan(0);
    // The same share of both diagonals is 24 / 40 of the angle.
    const reach = Math.hypot(2_000 - corner.x, 1_500 - corner.y);
    expect(reach / Math.hypot(2_000, 1_500)).toBeCloseTo(24 / 40, 9);
    const there = back(to({ x: 100, y: 400 }));
    expect(there.x).toBeCloseTo(100, 9);
    expect(there.y).toBeCloseTo(400, 9);
    expect(larger).toBeLessThan(1);
  });

  it('lie from edge to edge where a focal length is not known', () => {
    const { to, larger } = carryOfLenses(infrared, wide, { one: null, other: 24 });
    expect(to({ x: 640, y: 512 })).toEqual({ x: 4_000, y: 3_000 });
    expect(larger).toBe(1);
  });
});
