import { distance, destination } from '@eyrie/geometry';
import { describe, expect, it } from 'vitest';
import { flyToClearance, flyToFigures, flyToLegs, type FlyToWay } from './fly-to.ts';
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
