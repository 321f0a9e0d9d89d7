import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageOf, type Coverage, type PhotoView, type Place } from '../index.ts';
import { localPlane } from '../plane.ts';
import { footprint } from '../view.ts';
import { corner, rectangle } from './area.fixture.ts';

const plane = localPlane(corner);
const angles = { horizontal: 70, vertical: 50 };
const field = rectangle(0, 0, 300, 200);

/** A hill, 40 m high, that falls off to all sides. */
const hill = (place: Place): number => {
  const { east, north } = plane.toPlane(place);
  return 40 * Math.exp(-((east - 150) ** 2 + (north - 100) ** 2) / 8_000);
};

const middles = ({ columns, rows, cell, corners }: Coverage) => {
  const south = plane.toPlane(corners[0]);
  return Array.from({ length: columns * rows }, (_, at) => ({
    at,
    east: south.east + ((at % columns) + 0.5) * cell,
    north: south.north + (Math.floor(at / columns) + 0.5) * cell,
  }));
};

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Whether a camera shows a spot, by angles: how far beside and above the axis the spot is seen. */
const shows = (photo: PhotoView, spot: { east: number; north: number; height: number }, slack: number) => {
  const eye = plane.toPlane(photo);
  const [east, north] = [spot.east - eye.east, spot.north - eye.north];
  const turn = radians(photo.heading);
  const side = east * Math.cos(turn) - north * Math.sin(turn);
  const forth = east * Math.sin(turn) + north * Math.cos(turn);
  const fall = photo.height - spot.height;
  // In the vertical plane of the camera: how far the spot lies off the axis.
  const off = Math.atan2(-fall, forth) - radians(photo.pitch);
  const depth = Math.hypot(forth, fall) * Math.cos(off);
  if (depth <= 0) return false;
  const beside = Math.atan2(Math.abs(side), depth);
  return (
    beside <= radians(angles.horizontal) / 2 + slack &&
    Math.abs(Math.atan(Math.tan(off))) <= radians(angles.vertical) / 2 + slack
  );
};

describe('overlap over ground that is not level', () => {
  const views = fc.array(
    fc.record({
      east: fc.integer({ min: -50, max: 350 }),
      north: fc.integer({ min: -50, max: 250 }),
      height: fc.integer({ min: 60, max: 140 }),
      heading: fc.integer({ min: -180, max: 180 }),
      pitch: fc.constantFrom(-90, -75, -60, -45),
    }),
    { minLength: 1, maxLength: 10 },
  );

  it('counts every cell as angles from each camera do', () => {
    fc.assert(
      fc.property(views, (all) => {
        const photos = all.map(({ east, north, ...view }) => ({
          ...plane.toPlace({ east, north }),
          ...view,
        }));
        const coverage = coverageOf({ ground: [[field]], photos, angles, heightAt: hill, cells: 500 });
        const wrong = middles(coverage).filter(({ at, east, north }) => {
          const spot = { east, north, height: hill(plane.toPlace({ east, north })) };
          const count = (slack: number) => photos.filter((photo) => shows(photo, spot, slack)).length;
          const seen = coverage.counts[at] ?? -1;
          return seen < count(-1e-3) || seen > count(1e-3);
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('sees less of a hill than of level ground', () => {
    const photos: PhotoView[] = [
      { ...plane.toPlace({ east: 150, north: 100 }), height: 100, heading: 0, pitch: -90 },
    ];
    const seen = (heightAt?: (place: Place) => number) =>
      coverageOf({ ground: [[field]], photos, angles, ...(heightAt ? { heightAt } : {}) });
    expect(seen(() => 60).uncovered).toBeGreaterThan(seen(hill).uncovered);
    expect(seen(hill).uncovered).toBeGreaterThan(seen().uncovered);
    // What is not known lies as high as is said.
    expect(coverageOf({ ground: [[field]], photos, angles, heightAt: () => null, level: 60 }).uncovered).toBe(
      seen(() => 60).uncovered,
    );
  });

  it('lies where the footprint of the live view lies', () => {
    const photo = { ...corner, height: 100, heading: 30, pitch: -50 };
    const coverage = coverageOf({ ground: [], photos: [photo], angles, cells: 2_000 });
    const seen = footprint({ place: corner, height: 100, heading: 30, down: 50, angles }, { level: 0 });
    const ring = (seen?.ring ?? []).map(plane.toPlane);
    const area = Math.abs(
      ring.reduce((sum, one, at) => {
        const next = ring[(at + 1) % ring.length] ?? one;
        return sum + one.east * next.north - next.east * one.north;
      }, 0) / 2,
    );
    const cells = coverage.counts.filter((count) => count > 0).length;
    expect(Math.abs(cells * coverage.cell ** 2 - area) / area).toBeLessThan(0.03);
    expect([coverage.area, coverage.inside.includes(1)]).toEqual([0, false]);
  });

  it('looks no farther than its range, and bounds its work', () => {
    const flat = { ...corner, height: 100, heading: 0, pitch: 0 };
    const coverage = coverageOf({ ground: [], photos: [flat], angles, range: 400 });
    const far = middles(coverage).filter(({ at }) => coverage.counts[at]);
    expect(far.length).toBeGreaterThan(0);
    for (const { east, north } of far) expect(Math.hypot(east, north)).toBeLessThanOrEqual(400);
    const many = Array.from({ length: 20_000 }, () => flat);
    // Every photo may show every cell: that many looks, and no clock.
    const { columns, rows } = coverageOf({ ground: [], photos: many, angles });
    expect(many.length * columns * rows).toBeLessThan(6_000_000);
    expect(many.length * columns * rows).toBeGreaterThan(4_000_000);
  });
});
