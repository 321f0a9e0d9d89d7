import { distance, destination } from '@eyrie/geometry';
import { describe, expect, it } from 'vitest';
import {
  flyToClearance,
  flyToFigures,
  flyToGround,
  flyToLegs,
  takeOffClearance,
  type FlyToWay,
} from './fly-to.ts';
import { freshPlan } from './fresh-plan.ts';
import type { Ground } from './resolved.ts';

const dock = { lng: 104, lat: 30, sea: 500 };
const target = destination(dock, 90, 1_000);
const { settings: usual } = freshPlan('waypoint');
const settings = { ...usual, returnHeight: 100, transitSpeed: 10 };
const way: FlyToWay = {
  here: { ...dock, sea: 540 },
  target: { ...target, sea: 530 },
  home: dock,
  speed: 5,
  transit: null,
};
const flat = (height: number): Ground => ({ height: () => height, undulation: () => 0 });

describe('a way to a point and home', () => {
  it('rises to what is set before it goes sideways, and comes home at the return height', () => {
    const tops = (one: FlyToWay) => flyToLegs(one, settings).there.map(({ to }) => to.sea);
    expect(tops(way)).toEqual([540, 530]);
    expect(tops({ ...way, transit: 80 })).toEqual([580, 580, 530]);
    expect(tops({ ...way, here: { ...dock, sea: 505 }, target: { ...target, sea: 510 } })).toEqual([
      520, 520, 510,
    ]);
    expect(flyToFigures(way, settings).top).toBeCloseTo(100);
    expect(flyToFigures({ ...way, transit: 150 }, settings).top).toBeCloseTo(150);
  });

  it('takes the time of its speeds, and of the battery the more the farther', () => {
    const { metres, seconds, secondsAndHome, share } = flyToFigures(way, settings);
    expect(metres).toBeCloseTo(distance(dock, target), 6);
    expect(seconds).toBeGreaterThan(200);
    expect(seconds).toBeLessThan(215);
    expect(secondsAndHome).toBeGreaterThan(seconds + 100);
    const farther = { ...way, target: { ...destination(dock, 90, 3_000), sea: 530 } };
    expect(flyToFigures(farther, settings).share).toBeGreaterThan(2 * share);
  });

  it('has the least air below it on the straight line, and none that is not known', () => {
    expect(flyToClearance(way, settings, flat(500))).toEqual({ lowest: 30, complete: true });
    expect(flyToClearance(way, settings, flat(535)).lowest).toBeCloseTo(-5);
    expect(flyToClearance(way, settings, { height: () => null, undulation: () => 0 })).toEqual({
      lowest: null,
      complete: false,
    });
    const known: Ground = { height: ({ lng }) => (lng > 104.005 ? null : 500), undulation: () => 0 };
    expect(flyToClearance(way, settings, known).complete).toBe(false);
  });
});

describe('a take-off to a point and the way home', () => {
  const takeOff: FlyToWay = { ...way, here: dock, target: { ...target, sea: 560 }, transit: 40 };
  const hill = (top: number): Ground => ({
    height: ({ lng }) => (lng > 104.004 && lng < 104.006 ? top : 500),
    undulation: () => 0,
  });

  it('rises over its dock first, and has the air below it where it goes sideways and comes down', () => {
    expect(flyToLegs(takeOff, settings).there.map(({ to }) => to.sea)).toEqual([560, 560]);
    expect(takeOffClearance(takeOff, settings, flat(500))).toEqual({ lowest: 60, complete: true });
    expect(takeOffClearance(takeOff, settings, hill(557)).lowest).toBeCloseTo(3);
    const low = { ...takeOff, target: { ...target, sea: 510 } };
    expect(takeOffClearance(low, settings, flat(500)).lowest).toBeCloseTo(10);
  });

  it('knows what lies highest below both', () => {
    expect(flyToGround(takeOff, settings, hill(557))).toMatchObject({ complete: true });
    expect(flyToGround(takeOff, settings, hill(557)).top).toBeCloseTo(57);
    expect(flyToGround(takeOff, settings, { height: () => null, undulation: () => 0 })).toEqual({
      top: null,
      complete: false,
    });
  });
});
