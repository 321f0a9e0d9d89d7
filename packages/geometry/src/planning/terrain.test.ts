import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  distance,
  followTerrain,
  interpolate,
  thinned,
  type Place,
  type PlaceAtHeight,
  type ProfilePoint,
} from '../index.ts';
import { legSamples } from './leg-samples.ts';
import { limitSlopes, type FollowOptions } from './follow.ts';
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

/** Metres over the ground at least, looked at twice a metre. */
const leastOver = (path: readonly PlaceAtHeight[], groundAt: (place: Place) => number | null): number => {
  let least = Infinity;
  for (const [at, to] of path.slice(1).entries()) {
    const from = path[at] as PlaceAtHeight;
    const steps = Math.max(1, Math.ceil(distance(from, to) * 2));
    for (let step = 0; step <= steps; step += 1) {
      const share = step / steps;
      const height = from.height + (to.height - from.height) * share;
      least = Math.min(least, height - (groundAt(interpolate(from, to, share)) ?? NaN));
    }
  }
  return least;
};

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
        // A ridge between two looks a metre apart.
        expect(leastOver(flown, groundAt)).toBeGreaterThan(options.above - 0.5);
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
