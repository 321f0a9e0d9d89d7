import { distance, localPlane } from '@eyrie/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshPlan } from './fresh-plan.ts';
import { orbitClearance, orbitFarthest, orbitFigures, orbitLegs, orbitRing, type OrbitWay } from './orbit.ts';

const home = { lng: 113.94, lat: 22.54, sea: 500 };
const plane = localPlane(home);
const at = (east: number, north: number, sea: number) => {
  const { lng, lat } = plane.toPlace({ east, north });
  return { lng, lat, sea };
};
const way: OrbitWay = { here: at(100, 0, 560), centre: at(200, 0, 0), home, speed: 3 };
const { settings } = freshPlan('waypoint');

describe('a round about a point', () => {
  it('is flown at the distance and the height that the aircraft has, and never inside of it', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -400, max: 400, noNaN: true }),
        fc.integer({ min: 5, max: 500 }),
        (east, radius) => {
          const one = { here: at(east, radius, 580), centre: at(east, 0, 0) };
          const ring = orbitRing(one);
          for (const [index, corner] of ring.entries()) {
            expect(corner.sea).toBe(580);
            const far = distance(corner, one.centre);
            expect(far).toBeGreaterThan(radius * 0.998);
            expect(far).toBeLessThan(radius * 1.012);
            const next = ring[index + 1];
            if (!next) continue;
            const middle = { lng: (corner.lng + next.lng) / 2, lat: (corner.lat + next.lat) / 2 };
            expect(distance(middle, one.centre)).toBeGreaterThan(radius * 0.997);
          }
        },
      ),
    );
  });

  it('takes a round, and the way home from where it is farthest', () => {
    const { metres, seconds, secondsAndHome, share, top } = orbitFigures(way, settings);
    expect(metres).toBeGreaterThan(2 * Math.PI * 100);
    expect(metres).toBeLessThan(2 * Math.PI * 103);
    expect(seconds).toBeGreaterThan(metres / 3 - 1);
    expect(secondsAndHome).toBeGreaterThan(seconds);
    expect(share).toBeGreaterThan(0);
    expect(top).toBeGreaterThanOrEqual(60);
    expect(distance(orbitFarthest(way), home)).toBeGreaterThan(299);
    expect(orbitLegs(way, settings).round).toHaveLength(24);
  });

  it('has the ground below it asked about on the whole round', () => {
    const ground = (height: number) => ({ height: () => height, undulation: () => 0 });
    expect(orbitClearance(way, settings, ground(530)).lowest).toBeCloseTo(30);
    const hill = {
      height: ({ lng }: { lng: number }) => (lng > plane.toPlace({ east: 290, north: 0 }).lng ? 570 : 500),
      undulation: () => 0,
    };
    expect(orbitClearance(way, settings, hill as never).lowest).toBeLessThan(0);
    expect(orbitClearance(way, settings, { height: () => null, undulation: () => 0 }).complete).toBe(false);
  });
});
