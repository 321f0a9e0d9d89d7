import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageOf, photoCount, photoRing, planArea, type Coverage, type Place } from '../index.ts';
import { photoPositions } from './photos.ts';
import { localPlane } from '../plane.ts';
import { corner, faultOf, placesAt, rectangle, starRing } from './area.fixture.ts';

const line = (length: number, angle = 0) => {
  const [from, to] = placesAt([
    [0, 0],
    [length * Math.sin(angle), length * Math.cos(angle)],
  ]) as [Place, Place];
  return { from, to };
};
const { toPlane } = localPlane(corner);

describe('photos', () => {
  it('are taken from the begin at equal distances, and at the end', () => {
    const photos = photoPositions([line(100)], 30);
    expect(photos.map((photo) => Math.round(toPlane(photo).north))).toEqual([0, 30, 60, 90, 100]);
    expect(photos.every(({ heading }) => Math.abs(heading) < 1e-6)).toBe(true);
    expect(photoCount([100, 90, 0], 30)).toBe(5 + 4 + 1);
    expect(photoPositions([line(90)], 30, 45)[3]?.heading).toBe(45);
  });

  it('show a rectangle that is turned with them', () => {
    const [photo] = photoPositions([line(100, Math.PI / 2)], 200);
    const ring = photoRing(photo as never, { across: 40, along: 20 }).map(toPlane);
    expect(ring.map(({ east, north }) => [Math.round(east), Math.round(north)])).toEqual([
      [10, -20],
      [-10, -20],
      [-10, 20],
      [10, 20],
    ]);
  });

  it('are counted before they are listed', () => {
    expect(faultOf(() => photoPositions([line(100)], 1e-7))).toMatchObject({
      code: 'tooManyPhotos',
      max: 200_000,
    });
    for (const apart of [0, -1, Number.NaN])
      expect(faultOf(() => photoPositions([line(100)], apart))?.field).toBe('photoDistance');
  });
});

/** Photos straight down from 100 m that show so many metres. */
const shown = (
  photos: readonly (Place & { heading: number })[],
  { across, along }: { across: number; along: number },
) => ({
  photos: photos.map(({ lng, lat, heading }) => ({ lng, lat, heading, height: 100, pitch: -90 })),
  angles: {
    horizontal: (2 * Math.atan(across / 200) * 180) / Math.PI,
    vertical: (2 * Math.atan(along / 200) * 180) / Math.PI,
  },
});

/** Square metres of the ground that lie on `least` photos or more. */
const areaSeen = ({ counts, inside, cell }: Coverage, least: number): number =>
  counts.filter((count, at) => inside[at] && count >= least).length * cell ** 2;

describe('coverage', () => {
  const field = rectangle(0, 0, 200, 100);

  it('finds what no photo shows', () => {
    const half = photoPositions(
      [{ from: placesAt([[50, -50]])[0] as Place, to: placesAt([[50, 150]])[0] as Place }],
      10,
    );
    const coverage = coverageOf({ ground: [[field]], ...shown(half, { across: 100, along: 40 }) });
    expect(coverage.area).toBeCloseTo(20_000, -2);
    expect(coverage.uncovered).toBeCloseTo(10_000, -2.5);
    expect(areaSeen(coverage, 4)).toBeCloseTo(10_000, -2.5);
    expect(areaSeen(coverage, 0)).toBe(coverage.area);
  });

  it('is whole where lines and photos overlap', () => {
    const plan = planArea(
      { parts: [[starRing([1, 0.7, 0.9, 0.8, 1], 60_000)]] },
      { spacing: 20, course: 30 },
    );
    const photos = photoPositions(plan.strips, 15);
    const coverage = coverageOf({ ground: plan.ground, ...shown(photos, { across: 60, along: 50 }) });
    expect(coverage.uncovered).toBe(0);
    expect(areaSeen(coverage, 6)).toBeGreaterThan(0.95 * coverage.area);
  });

  it('holds its memory whatever it is asked to count', () => {
    const photos = photoPositions([line(20_000)], 1);
    const coverage = coverageOf({
      ground: [[rectangle(-2000, 0, 2000, 20_000)]],
      ...shown(photos, { across: 4000, along: 3000 }),
      range: 5000,
      cells: 10_000,
    });
    expect(coverage.columns * coverage.rows).toBeLessThan(10_400);
    expect(Math.max(...coverage.counts)).toBe(255);
    const thin = coverageOf({
      ground: [[rectangle(0, 0, 20_000, 0.1)]],
      ...shown([], { across: 1, along: 1 }),
      cells: 100,
    });
    expect(thin.columns * thin.rows).toBeLessThan(210);
    expect(faultOf(() => coverageOf({ ground: [], ...shown([], { across: 1, along: 1 }) }))?.code).toBe(
      'emptyArea',
    );
  });

  it('counts every cell as one count by distances does', () => {
    const sizes = fc.record({
      across: fc.integer({ min: 5, max: 80 }),
      along: fc.integer({ min: 5, max: 80 }),
    });
    const spots = fc.array(
      fc.record({
        east: fc.integer({ min: -20, max: 220 }),
        north: fc.integer({ min: -20, max: 120 }),
        heading: fc.integer({ min: -180, max: 400 }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(spots, sizes, (at, size) => {
        const plane = localPlane(corner);
        const photos = at.map(({ heading, ...point }) => ({ ...plane.toPlace(point), heading, line: 0 }));
        const { counts, cell, columns, rows, corners, inside } = coverageOf({
          ground: [[field]],
          ...shown(photos, size),
          cells: 400,
        });
        const south = plane.toPlane(corners[0]);
        const wrong: number[] = [];
        for (let index = 0; index < columns * rows; index += 1) {
          const x = south.east + ((index % columns) + 0.5) * cell;
          const y = south.north + (Math.floor(index / columns) + 0.5) * cell;
          let [sure, maybe] = [0, 0];
          for (const photo of at) {
            const angle = (photo.heading * Math.PI) / 180;
            const [dx, dy] = [x - photo.east, y - photo.north];
            const right = Math.abs(dx * Math.cos(angle) - dy * Math.sin(angle)) - size.across / 2;
            const ahead = Math.abs(dx * Math.sin(angle) + dy * Math.cos(angle)) - size.along / 2;
            if (right < -0.02 && ahead < -0.02) sure += 1;
            if (right < 0.02 && ahead < 0.02) maybe += 1;
          }
          const count = counts[index] ?? -1;
          const onField = x > -0.02 && x < 200.02 && y > -0.02 && y < 100.02;
          if (count < sure || count > maybe || (inside[index] && !onField)) wrong.push(index);
        }
        expect(wrong).toEqual([]);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });
});
