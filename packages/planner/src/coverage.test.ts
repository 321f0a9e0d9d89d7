import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlapMost, overlapShares, planCoverage } from './coverage.ts';
import { flightPath } from './flight-path.ts';
import { groundOf } from './ground.fixture.ts';
import { planWith, pointAt } from './plan.fixture.ts';
import { photoAt, planPlayback, type PlayedPhoto } from './playback.ts';
import { resolvePlan } from './resolve/resolve-plan.ts';
import { takenPhotos } from './taken-photos.ts';

const ground = groundOf(20);
const at = (east: number, north: number) => {
  const { lng, lat } = pointAt('', east, north);
  return { lng, lat };
};

describe('what photos show of an area', () => {
  it('is all of it, at the places that the route promises', () => {
    const convex = fc.record({
      wide: fc.integer({ min: 80, max: 600 }),
      high: fc.integer({ min: 80, max: 600 }),
      slant: fc.integer({ min: -35, max: 35 }),
      direction: fc.integer({ min: 0, max: 359 }),
    });
    fc.assert(
      fc.property(convex, ({ wide, high, slant, direction }) => {
        const outer = [at(0, 0), at(wide, slant), at(wide + slant, high), at(slant, high)];
        const plan = planWith([], { type: 'regionalMapping' }, { height: 100 });
        const mapped = { ...plan, area: { ...plan.area, direction, parts: [{ outer, holes: [] }] } };
        const route = resolvePlan(mapped, ground);
        expect(route.faults).toEqual([]);
        const { photos, counted } = planCoverage(mapped, route, ground)!;
        expect(Math.abs(photos.length - route.photos.count)).toBeLessThanOrEqual(1);
        expect(counted!.uncovered / counted!.area).toBeLessThan(0.002);
      }),
      { numRuns: 40 },
    );
  });

  it('is what tilted passes see too, and shows where no area is drawn', () => {
    const outer = [at(0, 0), at(300, 0), at(300, 300), at(0, 300)];
    const plan = planWith([], { type: 'regionalMapping' }, { height: 100 });
    const area = { ...plan.area, sideOverlap: 20, frontOverlap: 20, parts: [{ outer, holes: [] }] };
    const sharesOf = (pattern: 'lines' | 'oblique') => {
      const mapped = { ...plan, area: { ...area, pattern } };
      return overlapShares(planCoverage(mapped, resolvePlan(mapped, ground), ground)!.counted!);
    };
    expect(sharesOf('oblique')[overlapMost]).toBeGreaterThan(sharesOf('lines')[overlapMost]);
    const points = planWith([pointAt('p1', 0, 0), pointAt('p2', 0, 100)], { type: 'waypointMapping' });
    const seen = planCoverage(points, resolvePlan(points, ground), ground)!.counted!;
    expect(seen.area).toBe(0);
    expect(overlapShares(seen).reduce((sum, one) => sum + one)).toBeCloseTo(1, 9);
    const none = planWith(points.points);
    expect(planCoverage(none, resolvePlan(none, ground), ground)).toBeNull();
  });

  it('is less over ground that comes nearer to the camera', () => {
    const outer = [at(0, 0), at(400, 0), at(400, 400), at(0, 400)];
    const plan = planWith([], { type: 'regionalMapping' }, { height: 100 });
    const mapped = { ...plan, area: { ...plan.area, parts: [{ outer, holes: [] }] } };
    const route = resolvePlan(mapped, ground);
    const high = groundOf(({ lng }) => (lng > at(200, 0).lng ? 105 : 20));
    const shares = (over: typeof ground) => overlapShares(planCoverage(mapped, route, over)!.counted!);
    expect(shares(ground)[0]).toBeLessThan(0.002);
    expect(shares(high)[0]).toBeGreaterThan(0.1);
  });
});

describe('photos of a route', () => {
  it('look as points and actions say', () => {
    const plan = planWith([
      pointAt('p1', 0, 0, {
        actions: [{ type: 'zoom', factor: 3 }, { type: 'takePhoto' }],
        gimbalPitch: -30,
      }),
      pointAt('p2', 0, 100, {
        actions: [
          { type: 'gimbalRotate', pitch: -60 },
          { type: 'orientedShoot', heading: 12, pitch: -5, zoom: 7 },
        ],
      }),
      pointAt('p3', 100, 100, { height: 90, actions: [{ type: 'takePhoto' }] }),
    ]);
    const photos = takenPhotos(plan, resolvePlan(plan, ground));
    expect(photos.map(({ pitch, zoom, height, index }) => [pitch, zoom, height, index])).toEqual([
      [-30, 3, 80, 0],
      [-5, 7, 80, 1],
      [-60, 3, 90, 2],
    ]);
    expect(photos[1]?.heading).toBe(12);
    expect(photos[2]?.heading).toBeCloseTo(90, 1);
    expect(photos[2]?.sea).toBeCloseTo(110, 6);
  });

  it('have their moments in the playback', () => {
    const plan = planWith([
      pointAt('p1', 0, 50),
      pointAt('p2', 0, 250, {
        actions: [{ type: 'takePhoto' }, { type: 'interval', by: 'distance', every: 50, until: 'p3' }],
      }),
      pointAt('p3', 0, 450, { actions: [{ type: 'takePhoto' }] }),
    ]);
    const route = resolvePlan(plan, ground);
    const play = planPlayback(plan, route, flightPath(plan, route, ground));
    expect(play.photos).toHaveLength(7);
    for (const photo of play.photos) {
      const moment = play.at(photo.seconds)!;
      expect(moment.lat).toBeCloseTo(photo.lat, 6);
      expect(moment.height).toBeCloseTo(photo.height, 6);
    }
    const [first, second] = play.photos as [PlayedPhoto, PlayedPhoto];
    expect(photoAt(play, first.seconds - 0.1, 1)).toBeNull();
    expect(photoAt(play, second.seconds + 0.5, 1)).toBe(1);
    expect(photoAt(play, play.duration, 1)).toBeNull();
    expect(photoAt({ photos: [] }, 0, 1)).toBeNull();
  });
});
