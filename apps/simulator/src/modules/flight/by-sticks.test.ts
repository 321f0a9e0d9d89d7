import { describe, expect, it } from 'vitest';
import { BySticks, standStill } from './by-sticks.ts';
import type { Body } from './motion.ts';

const hovering = (): Body => ({ east: 0, north: 0, up: 50, pace: 0, speed: 0, climb: 0, head: 90 });
const fly = (sticks: BySticks, wanted: object, seconds: number) => {
  for (let left = seconds; left > 1e-9; left -= 0.1) sticks.advance({ ...standStill, ...wanted }, 0.1, 120);
};

describe('an aircraft flown by sticks', () => {
  it('gains speed along its nose, and stands still a while after the last frame', () => {
    const body = hovering();
    const sticks = new BySticks(body);
    fly(sticks, { ahead: 8 }, 1);
    expect(body.speed).toBeCloseTo(3.2);
    fly(sticks, { ahead: 8 }, 3);
    expect(body.speed).toBeCloseTo(8);
    expect(Math.abs(body.north)).toBeLessThan(1e-6);
    expect(body.east).toBeGreaterThan(15);
    fly(sticks, {}, 1);
    expect(body.speed).toBeGreaterThan(0);
    fly(sticks, {}, 3);
    expect(body.speed).toBeCloseTo(0);
  });

  it('lands where it is, whatever the sticks ask for, and hovers where it is stopped', () => {
    const body = hovering();
    const sticks = new BySticks(body);
    fly(sticks, { ahead: 8 }, 3);
    sticks.land();
    const { east } = body;
    fly(sticks, { ahead: 8, up: 5 }, 5);
    expect([body.east, Math.round(body.up), body.climb]).toEqual([east, 35, -3]);
    sticks.stop();
    fly(sticks, {}, 5);
    expect([Math.round(body.up), body.climb, sticks.grounded]).toEqual([35, 0, false]);
    sticks.land();
    fly(sticks, {}, 20);
    expect([body.east, body.up, body.climb, sticks.grounded]).toEqual([east, 0, 0, true]);
  });

  it('keeps between the ground and its height limit', () => {
    const body = hovering();
    const sticks = new BySticks(body);
    fly(sticks, { up: 6 }, 60);
    expect(body.up).toBe(120);
    fly(sticks, { up: -6 }, 60);
    expect(body.up).toBe(2);
    expect(body.climb).toBe(0);
  });

  it('turns, goes to the side, and stops at once where it is stopped', () => {
    const body = hovering();
    const sticks = new BySticks(body);
    fly(sticks, { turn: 90 }, 1);
    expect(body.head).toBeCloseTo(180);
    fly(sticks, { right: 5 }, 4);
    expect(body.east).toBeLessThan(-8);
    sticks.stop();
    expect([body.speed, body.climb, body.pace]).toEqual([0, 0, 0]);
  });
});
