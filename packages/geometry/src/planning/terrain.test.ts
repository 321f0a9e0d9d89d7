import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clearanceOf,
  convertHeight,
  distance,
  followTerrain,
  heightModes,
  interpolate,
  legSamples,
  limitSlopes,
  lineOfSight,
  thinned,
  type FollowOptions,
  type PlaceAtHeight,
  type ProfilePoint,
} from '../index.ts';
import { faultOf } from './area.fixture.ts';
import { cell, groundOf, pointAt } from './terrain.fixture.ts';

const flat = () => 0;
const route = [pointAt(0, 0, 100), pointAt(3000, 0, 100)];

describe('samples of a leg', () => {
  it('are a hundred with both ends, more where cells are finer', () => {
    const samples = legSamples(route, 1000);
    expect(samples).toHaveLength(100);
    expect(samples[1]?.share).toBeCloseTo(1 / 99, 12);
    expect(samples.at(-1)?.lng).toBe(route[1]?.lng);
    const fine = legSamples(route, 10);
    expect(fine).toHaveLength(301);
    expect(distance(fine[0] as PlaceAtHeight, fine[1] as PlaceAtHeight)).toBeLessThanOrEqual(10.0001);
    expect(legSamples([route[0] as PlaceAtHeight, route[0] as PlaceAtHeight], 30)).toHaveLength(100);
    expect(faultOf(() => legSamples(route, 1e-6))).toMatchObject({ code: 'tooLarge', field: 'samples' });
    expect(faultOf(() => legSamples(route, 0))?.field).toBe('cell');
  });
});

describe('clearance', () => {
  const ridge = (place: { lng: number; lat: number }) => {
    const east = distance(route[0] as PlaceAtHeight, place);
    return Math.max(0, 60 - Math.abs(east - 1234.5) / 2);
  };

  it('is found where it is least, also between samples', () => {
    const { least, unknown, below } = clearanceOf(route, ridge, { cell, limit: 50 });
    expect(least?.clearance).toBeCloseTo(40, 1);
    expect(least?.along).toBeCloseTo(1234.5, 0);
    expect(unknown).toEqual([]);
    expect(below).toHaveLength(1);
    expect((below[0]?.from ?? 0) * 3000).toBeCloseTo(1214.5, -2);
    expect((below[0]?.to ?? 0) * 3000).toBeCloseTo(1254.5, -2);
  });

  it('is below its limit also between two samples', () => {
    const needle = (place: { lng: number; lat: number }) =>
      Math.max(0, 50 - 4 * Math.abs(distance(route[0] as PlaceAtHeight, place) - 1215));
    const { least, below } = clearanceOf(route, needle, { cell, limit: 51 });
    expect(least?.clearance).toBeLessThan(51);
    expect(below).toHaveLength(1);
  });

  it('is unknown where the ground is, never clear', () => {
    const half = (place: { lng: number; lat: number }) =>
      distance(route[0] as PlaceAtHeight, place) > 1500 ? null : 20;
    const { least, unknown } = clearanceOf(route, half);
    expect(least?.clearance).toBe(80);
    expect(unknown).toHaveLength(1);
    expect(unknown[0]?.from).toBeCloseTo(0.5, 1);
    expect(unknown[0]?.to).toBe(1);
    expect(clearanceOf(route, () => null)).toMatchObject({
      least: null,
      unknown: [{ leg: 0, from: 0, to: 1 }],
    });
    expect(clearanceOf([], flat).least).toBeNull();
    expect(faultOf(() => clearanceOf([pointAt(0, 0, Number.NaN)], flat))?.field).toBe('route.0.height');
  });

  it('is never less by trying than it is shown', () => {
    const heights = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 3, maxLength: 40 });
    const points = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 20, max: 60 }),
      ),
      { minLength: 2, maxLength: 4 },
    );
    fc.assert(
      fc.property(heights, points, (grid, path) => {
        const groundAt = groundOf(grid);
        const legs = path.map(([east, north, height]) => pointAt(east, north, height));
        const shown = clearanceOf(legs, groundAt, { cell }).least?.clearance ?? 0;
        let tried = Infinity;
        for (const [at, to] of legs.slice(1).entries())
          for (let share = 0; share <= 1; share += 0.0013) {
            const place = interpolate(legs[at] as PlaceAtHeight, to, share);
            tried = Math.min(tried, place.height - (groundAt(place) ?? 0));
          }
        expect(tried).toBeGreaterThan(shown - 0.02);
        expect(shown).toBeLessThan(tried + 0.6);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });
});

describe('slopes', () => {
  it('of 20 % at 10 m/s need a climb of 2 m/s', () => {
    const hill: ProfilePoint[] = [0, 100, 200, 300].map((along) => ({
      along,
      height: along === 200 ? 40 : 0,
    }));
    const limited = limitSlopes(hill, 2 / 10, 1 / 10);
    expect(limited.map(({ height }) => height)).toEqual([0, 20, 40, 30]);
  });

  it('are only ever limited by raising', () => {
    const profiles = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 30 });
    const slope = fc.double({ min: 0.05, max: 1, noNaN: true });
    fc.assert(
      fc.property(profiles, slope, slope, (heights, climb, descent) => {
        const profile = heights.map((height, at) => ({ along: at * 20, height }));
        const limited = limitSlopes(profile, climb, descent);
        for (const [at, { height }] of limited.entries()) {
          expect(height).toBeGreaterThanOrEqual(heights[at] ?? 0);
          const next = limited[at + 1];
          if (!next) continue;
          expect(next.height - height).toBeLessThanOrEqual(climb * 20 + 1e-9);
          expect(height - next.height).toBeLessThanOrEqual(descent * 20 + 1e-9);
        }
      }),
    );
  });
});

describe('thinning', () => {
  it('keeps straight legs within the tolerance and never below', () => {
    const profiles = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        profiles,
        fc.double({ min: 0, max: 10, noNaN: true }),
        fc.integer({ min: 2, max: 20 }),
        (heights, tolerance, every) => {
          const profile = heights.map((height, at) => ({ along: at * 10, height }));
          const kept = thinned(profile, tolerance, (at) => at % every === 0);
          expect(kept[0]).toBe(0);
          expect(kept.at(-1)).toBe(profile.length - 1);
          expect(profile.every((_, at) => at % every !== 0 || kept.includes(at))).toBe(true);
          for (const [index, end] of kept.slice(1).entries()) {
            const begin = kept[index] ?? 0;
            for (let at = begin; at <= end; at += 1) {
              const share = (at - begin) / (end - begin);
              const leg = (heights[begin] ?? 0) * (1 - share) + (heights[end] ?? 0) * share + tolerance / 2;
              expect(leg).toBeGreaterThan((heights[at] ?? 0) - 1e-6);
              expect(leg).toBeLessThan((heights[at] ?? 0) + tolerance + 1e-6);
            }
          }
        },
      ),
    );
  });

  it('needs two points for a straight climb', () => {
    const climb = Array.from({ length: 50 }, (_, at) => ({ along: at * 10, height: at * 2 }));
    expect(thinned(climb, 0)).toEqual([0, 49]);
  });
});

describe('following the terrain', () => {
  const options: FollowOptions = { above: 40, climb: 3, descent: 2, speed: 10, tolerance: 2, cell };

  it('raises only, and leaves a route that is high enough as it is', () => {
    expect(followTerrain(route, flat, options)).toEqual(route);
    expect(followTerrain(route, flat, { ...options, keep: 'follow' }).map(({ height }) => height)).toEqual([
      41, 41,
    ]);
  });

  it('refuses ground that is not known', () => {
    const fault = faultOf(() => followTerrain(route, () => null, options));
    expect(fault).toMatchObject({ code: 'terrainUnknown', field: 'terrain' });
    expect(fault?.at?.lng).toBe(route[0]?.lng);
  });

  it('stays above any ground, within its rates and with its waypoints', () => {
    const heights = fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 3, maxLength: 40 });
    fc.assert(
      fc.property(heights, fc.constantFrom('raise', 'follow'), (grid, keep) => {
        const groundAt = groundOf(grid);
        const asked = [pointAt(0, 0, 50), pointAt(700, 130, 45), pointAt(650, 500, 60)];
        const flown = followTerrain(asked, groundAt, { ...options, keep });
        for (const point of asked)
          expect(
            flown.some(
              (one) =>
                distance(one, point) < 1e-6 && (keep === 'follow' || one.height >= point.height - 1e-9),
            ),
          ).toBe(true);
        const { least } = clearanceOf(flown, groundAt, { cell });
        // A ridge between two looks a metre apart.
        expect(least?.clearance).toBeGreaterThan(options.above - 0.5);
        for (const [at, to] of flown.slice(1).entries()) {
          const from = flown[at] as PlaceAtHeight;
          const metres = distance(from, to);
          expect(to.height - from.height).toBeLessThan(0.3 * metres + 1e-3);
          expect(from.height - to.height).toBeLessThan(0.2 * metres + 1e-3);
        }
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });
});

describe('heights', () => {
  const bratislava = { lng: 17.227196098, lat: 48.179272861 };
  const sichuan = { lng: 104.387378723, lat: 31.092047853 };
  const undulation = ({ lat }: { lat: number }) => (lat > 40 ? 43.5863 : -41.794);
  const datum = { takeOff: 480, undulation };

  it('of the ellipsoid are those above the sea and the undulation', () => {
    expect(convertHeight(100, 'altitude', 'ellipsoidal', bratislava, datum)).toBeCloseTo(143.5863, 4);
    expect(convertHeight(100, 'relative', 'ellipsoidal', sichuan, datum)).toBeCloseTo(538.206, 4);
    expect(convertHeight(538.206, 'ellipsoidal', 'relative', sichuan, datum)).toBeCloseTo(100, 4);
  });

  it('come back from every mode', () => {
    for (const from of heightModes)
      for (const to of heightModes) {
        const there = convertHeight(123.4, from, to, sichuan, datum);
        expect(convertHeight(there, to, from, sichuan, datum)).toBeCloseTo(123.4, 9);
      }
  });

  it('need the take-off place only where they count from it', () => {
    const nowhere = { takeOff: null, undulation };
    expect(convertHeight(1, 'altitude', 'ellipsoidal', sichuan, nowhere)).toBeCloseTo(-40.794, 6);
    expect(faultOf(() => convertHeight(1, 'relative', 'altitude', sichuan, nowhere))).toMatchObject({
      code: 'terrainUnknown',
      field: 'takeOff',
    });
    expect(faultOf(() => convertHeight(Number.NaN, 'altitude', 'altitude', sichuan, datum))?.field).toBe(
      'height',
    );
  });
});

describe('line of sight', () => {
  it('is cut by a ridge and by the bulge of the Earth', () => {
    const [a, b] = [pointAt(0, 0, 2), pointAt(10_000, 0, 2)];
    // 10 km: 25e6 / (2 · 6 371 000) = 1.962 m in the middle.
    expect(lineOfSight(a, b, flat).margin).toBeCloseTo(2 - 1.962, 2);
    expect(lineOfSight(a, b, flat).clear).toBe(true);
    expect(lineOfSight({ ...a, height: 1.9 }, { ...b, height: 1.9 }, flat).clear).toBe(false);
    expect(lineOfSight({ ...a, height: 1.9 }, { ...b, height: 1.9 }, flat, { factor: 4 / 3 }).clear).toBe(
      true,
    );
    const wall = (place: { lng: number; lat: number }) => (Math.abs(distance(a, place) - 4000) < 40 ? 80 : 0);
    expect(lineOfSight({ ...a, height: 50 }, { ...b, height: 50 }, wall)).toMatchObject({ clear: false });
    expect(lineOfSight({ ...a, height: 50 }, { ...b, height: 150 }, wall).clear).toBe(true);
  });

  it('is not clear where nobody knows the ground, but cut where it is known to be', () => {
    const [a, b] = [pointAt(0, 0, 20), pointAt(2000, 0, 20)];
    expect(lineOfSight(a, b, () => null)).toEqual({ clear: null, margin: null, at: null });
    const part = (place: { lng: number; lat: number }) => (distance(a, place) < 1000 ? 50 : null);
    expect(lineOfSight(a, b, part).clear).toBe(false);
  });
});
