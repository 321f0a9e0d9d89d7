import { describe, expect, it } from 'vitest';
import { groundOf } from './ground.fixture.ts';
import { planWith, pointAt } from './plan.fixture.ts';
import { resolvePlan } from './resolve/resolve-plan.ts';
import type { Ground } from './resolved.ts';
import { returnGround } from './return-ground.ts';

const plan = planWith([pointAt('p1', 0, 1_000), pointAt('p2', 1_000, 1_000), pointAt('p3', 1_000, 0)]);
const topOver = (ground: Ground, of = plan) => returnGround(of, resolvePlan(of, ground), ground);
/** A hill about a place that is not on the route. */
const hill = (east: number, north: number, height: number) => {
  const at = pointAt('', east, north);
  return groundOf(({ lng, lat }) => (Math.hypot(lng - at.lng, lat - at.lat) < 0.001 ? 20 + height : 20));
};

describe('the highest ground where an aircraft may come home', () => {
  it('is that of the dock over level ground', () => {
    expect(topOver(groundOf(20))).toEqual({ top: 0, complete: true });
  });

  it('counts the straight way home from a point in the middle, which no leg flies', () => {
    expect(topOver(hill(500, 500, 75))?.top).toBeCloseTo(75, 6);
    expect(topOver(hill(400, 800, 75))?.top).toBe(0);
  });

  it('counts what stands on the way', () => {
    const at = pointAt('', 500, 1_000);
    const tower = groundOf(20, ({ lng, lat }) =>
      Math.hypot(lng - at.lng, lat - at.lat) < 0.00005 ? 115 : null,
    );
    expect(topOver(tower)?.top).toBeCloseTo(95, 6);
  });

  it('is known in part where the ground is, and not at all without it or a take-off point', () => {
    const half = groundOf(({ lat }) => (lat < pointAt('', 0, 500).lat ? 50 : null));
    expect(topOver(half)).toEqual({ top: 30, complete: false });
    expect(topOver(groundOf(null))?.complete).toBe(false);
    const nowhere = { ...plan, settings: { ...plan.settings, takeOff: null } };
    expect(topOver(groundOf(20), nowhere)).toBeNull();
  });
});
