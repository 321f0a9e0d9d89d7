import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, type Place } from './sphere.ts';
import { footprint, viewAngles, viewCorners, viewPresets, type ViewPoint } from './view.ts';

const place = { lng: 113.9, lat: 22.5 };
const eye = (part: Partial<ViewPoint>): ViewPoint => ({
  place,
  height: 100,
  heading: 0,
  down: 45,
  angles: viewPresets.m30,
  ...part,
});
const flat = { level: 0, range: 5_000 };
const perEdge = 6;
/** Left bottom, right bottom, right top, left top. */
const cornersOf = (ring: readonly Place[]): Place[] => ring.filter((_, index) => index % perEdge === 0);
const middle = (a: Place, b: Place): Place => ({ lng: (a.lng + b.lng) / 2, lat: (a.lat + b.lat) / 2 });

describe('the view at a zoom', () => {
  it.each([
    ['m30', 2, 35.337, 20.628],
    ['m30', 20, 3.649, 2.085],
    ['h20', 5, 14.01, 7.267],
    ['m3td', 10, 8.464, 4.627],
  ] as const)('of %s at %d', (preset, zoom, horizontal, vertical) => {
    const view = viewAngles(viewPresets[preset], zoom);
    expect(view.horizontal).toBeCloseTo(horizontal, 2);
    expect(view.vertical).toBeCloseTo(vertical, 2);
  });
  it('is never wider than the wide view', () => {
    expect(viewAngles(viewPresets.m30, 0).horizontal).toBeCloseTo(65, 9);
  });
});

describe('where the view meets flat ground', () => {
  it.each([
    [45, viewPresets.m30, 46.631, 132.107, 214.451, 283.305],
    [60, viewPresets.m3td, 14.054, 138.564, 127.994, 222.876],
  ])('at %d degrees', (down, angles, near, nearWidth, far, farWidth) => {
    const seen = footprint(eye({ down, angles }), flat);
    const [a, b, c, d] = cornersOf(seen?.ring ?? []) as [Place, Place, Place, Place];
    expect(distance(a, b)).toBeCloseTo(nearWidth, 1);
    expect(distance(c, d)).toBeCloseTo(farWidth, 1);
    expect(distance(place, middle(a, b))).toBeCloseTo(near, 1);
    expect(distance(place, middle(c, d))).toBeCloseTo(far, 1);
    expect(seen?.cut).toBe(false);
  });
  it('straight down, is as wide as the preset says', () => {
    const [a, b, c] = cornersOf(footprint(eye({ down: 90 }), flat)?.ring ?? []) as [Place, Place, Place];
    expect(distance(a, b)).toBeCloseTo(127.41, 1);
    expect(distance(b, c)).toBeCloseTo(72.79, 1);
  });
  it('is cut at the range where it looks over the horizon', () => {
    const seen = footprint(eye({ down: 10 }), { level: 0, range: 800 });
    expect(seen?.cut).toBe(true);
    for (const one of seen?.ring ?? []) expect(distance(place, one)).toBeLessThan(801);
  });
  it('is nothing for a camera that looks up, and for one below the ground', () => {
    expect(footprint(eye({ down: -30 }), flat)).toBeNull();
    expect(footprint(eye({ height: -1 }), flat)).toBeNull();
  });
});

describe('where the view meets terrain', () => {
  it('agrees with flat ground that is given as terrain', () => {
    fc.assert(
      fc.property(fc.integer({ min: 35, max: 90 }), fc.integer({ min: 0, max: 359 }), (down, heading) => {
        const given = footprint(eye({ down, heading }), { ...flat, heightAt: () => 0 });
        const known = footprint(eye({ down, heading }), flat);
        given?.ring.forEach((one, index) =>
          expect(distance(one, known?.ring[index] ?? place)).toBeLessThan(0.1),
        );
        expect(given?.ring.length).toBe(known?.ring.length);
      }),
      { numRuns: 20 },
    );
  });
  it('ends at a wall, and at the flat level where the terrain is unknown', () => {
    const wall = place.lat + 100 / 111_195;
    const seen = footprint(eye({}), { ...flat, heightAt: ({ lat }) => (lat > wall ? 500 : null) });
    const [a, , c] = cornersOf(seen?.ring ?? []) as [Place, Place, Place];
    expect(c.lat).toBeCloseTo(wall, 4);
    expect(distance(place, a)).toBeCloseTo(Math.hypot(46.631, 132.107 / 2), 0);
  });
});

describe('the lines of sight at the corners of a picture', () => {
  it('end where the footprint has its corners', () => {
    fc.assert(
      fc.property(fc.integer({ min: 35, max: 90 }), fc.integer({ min: 0, max: 359 }), (down, heading) => {
        const ring = cornersOf(footprint(eye({ down, heading }), flat)?.ring ?? []);
        const corners = viewCorners(eye({ down, heading }), flat) ?? [];
        expect(corners).toHaveLength(4);
        for (const [at, corner] of corners.entries()) {
          expect(distance(corner, ring[at] as Place)).toBeLessThan(1e-6);
          expect([corner.height, corner.cut]).toEqual([0, false]);
        }
      }),
      { numRuns: 20 },
    );
  });
  it('lie on the terrain, and end in the air at the range where they miss it', () => {
    const hill = ({ lat }: Place): number => (lat > place.lat ? 30 : 0);
    const [left, , top] = viewCorners(eye({ down: 80 }), { level: 0, heightAt: hill }) ?? [];
    expect([left?.height, top?.height]).toEqual([0, 30]);
    const level = viewCorners(eye({ down: 0 }), { level: 0, range: 400 }) ?? [];
    expect(level.map(({ cut }) => cut)).toEqual([false, false, true, true]);
    // Half of 40° above the horizon, along the ray of a corner that goes off to the side as well.
    const slope = Math.tan((20 * Math.PI) / 180) / Math.hypot(1, Math.tan((32.5 * Math.PI) / 180));
    expect(level[2]?.height).toBeCloseTo(100 + slope * 400, 6);
    expect(viewCorners(eye({ height: -1 }), flat)).toBeNull();
  });
});
