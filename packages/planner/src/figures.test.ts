import { destination, distance as metresBetween, type Place } from '@eyrie/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { airSpeed, enduranceAt } from './battery.ts';
import { planFigures } from './figures.ts';
import { flightPath } from './flight-path.ts';
import { groundOfGrid } from './ground-grid.ts';
import { groundOf } from './ground.fixture.ts';
import { home, planWith, pointAt } from './plan.fixture.ts';
import { planProfile } from './profile.ts';
import { resolvePlan } from './resolve/resolve-plan.ts';
import { placeOnLeg } from './samples.ts';

const ground = groundOf(20);
const figures = (plan: ReturnType<typeof planWith>, over = ground) =>
  planFigures(resolvePlan(plan, over), plan, over);

describe('the figures of a plan', () => {
  it('separate where the time goes', () => {
    const plan = planWith(
      [
        pointAt('p1', 0, 0, { gimbalPitch: -45 }),
        pointAt('p2', 0, 100, { actions: [{ type: 'hover', seconds: 5 }, { type: 'takePhoto' }] }),
      ],
      {},
      { speed: 10, height: 80, returnHeight: 100 },
    );
    const { time, length, flown, photos, points, farthest } = figures(plan);
    // 100 m between two stops at 10 m/s.
    expect(time.moving).toBeCloseTo(14.436, 3);
    // One photo, and the gimbal before the first leg.
    expect([time.hovering, time.acting]).toEqual([5, 2]);
    expect(time.total).toBeCloseTo(time.line + time.climb + time.transit + time.return, 9);
    expect([length, farthest].map((metres) => Math.round(metres ?? 0))).toEqual([100, 100]);
    // 80 m up, 100 m along, 20 m up to the return height, 100 m home, 100 m down.
    expect(flown).toBeCloseTo(400, 3);
    expect([photos.count, points]).toEqual([1, 2]);
  });

  it('have no way out and home without a dock', () => {
    const plan = planWith([pointAt('p1', 0, 0), pointAt('p2', 0, 100)], {}, { takeOff: null });
    expect(figures(plan)).toMatchObject({ time: { climb: 0, transit: 0, return: 0 }, farthest: null });
  });

  it('say what stands below the lowest place, or that the ground was taken for bare', () => {
    const plan = planWith([pointAt('p1', 0, 0), pointAt('p2', 0, 3_000)]);
    expect(figures(plan).clearance).toMatchObject({ over: 'bareGround', obstacle: null });
    // A mast of 4 m between two samples that are 30 m apart.
    const mast = destination(home, 0, 1_515);
    const near = (place: Place): number | null => (metresBetween(place, mast) < 2 ? 95 : null);
    expect(figures(plan, groundOf(20, near)).clearance).toMatchObject({
      lowest: 5,
      over: 'obstacles',
      obstacle: { name: 'WT-1', layer: 'Buildings' },
    });
    // Where the ground is not known, what stands on it is still in the way.
    expect(figures(plan, groundOf(null, near)).clearance.lowest ?? null).toBe(5);
    expect(
      figures(
        plan,
        groundOf(20, () => null),
      ).clearance,
    ).toMatchObject({ over: 'obstacles', obstacle: null });
  });

  it('know the lowest clearance, and how much of it is not known', () => {
    const ridge = (place: Place) => (Math.abs(place.lat - home.lat - 0.0005) < 0.0001 ? 85 : 20);
    const plan = planWith([pointAt('p1', 0, 0), pointAt('p2', 0, 100)]);
    const { clearance } = figures(plan, groundOf(ridge));
    // 100 m above the sea over a ridge of 85 m.
    expect(clearance).toMatchObject({ lowest: 15, leg: '1→2', unknown: 0 });
    const half = groundOf((place) => (place.lat > home.lat + 0.0005 ? null : 20));
    expect(figures(plan, half).clearance.unknown).toBeGreaterThan(30);
    expect(figures(plan, groundOf(null)).clearance).toMatchObject({ lowest: null, at: null });
    expect(
      figures(
        plan,
        groundOf(20, () => 70),
      ).clearance.lowest,
    ).toBeCloseTo(30, 6);
  });

  it('take the battery by air speed', () => {
    const rated = { ratedMinutes: 34, ratedSpeed: 6 };
    expect(enduranceAt(rated, 11.5) / 60).toBeCloseTo(17.98, 2);
    expect(enduranceAt(rated, 2) / 60).toBe(34);
    expect(airSpeed(10, 90, { speed: 4, from: 90 })).toBeCloseTo(14, 9);
    expect(airSpeed(10, 90, { speed: 4, from: 270 })).toBeCloseTo(6, 9);
    const far = [pointAt('p1', 0, 0), pointAt('p2', 0, 3_000)];
    const windless = figures(planWith(far)).battery;
    const windy = figures(planWith(far, {}, { wind: { speed: 8, from: 0 } })).battery;
    expect(windy.share).toBeGreaterThan(windless.share);
    expect(windless.flights).toHaveLength(1);
    expect(windless.enough).toBe(true);
    expect(figures(planWith([far[0]!, pointAt('p2', 0, 30_000)])).battery.enough).toBe(false);
  });

  it('count the flight to the first point before that home', () => {
    const points = [pointAt('p1', 0, 500), pointAt('p2', 0, 1_500)];
    const of = (finishAction: 'goHome' | 'land' | 'gotoFirst') =>
      figures(planWith(points, {}, { finishAction })).time.return;
    expect(of('gotoFirst')).toBeGreaterThan(of('goHome') - 1);
    expect(of('land')).toBeLessThan(of('goHome'));
  });
});

describe('the profile of a plan', () => {
  const plan = planWith([
    pointAt('p1', 0, 200),
    pointAt('p2', 0, 1_200),
    pointAt('p3', 700, 1_200, { height: 60 }),
  ]);
  const profile = planProfile(resolvePlan(plan, ground), plan, ground);

  it('shows the whole flight in order, within its number of samples', () => {
    const { samples } = profile;
    expect(samples.length).toBeLessThanOrEqual(2_000);
    expect(samples.every(({ distance }, at) => at === 0 || distance >= samples[at - 1]!.distance)).toBe(true);
    expect([...new Set(samples.map(({ phase }) => phase))]).toEqual([
      'climb',
      'transit',
      'line',
      'return',
      'descent',
    ]);
    expect(samples[0]).toMatchObject({ terrain: 20, clearance: 0, route: 20 });
    expect(profile.returnSea).toBe(120);
  });

  it('has every point at its place', () => {
    expect(profile.points.map(({ id, distance, height }) => [id, Math.round(distance), height])).toEqual([
      ['p1', 200, 100],
      ['p2', 1_200, 100],
      ['p3', 1_900, 80],
    ]);
  });

  it('stays bounded for very many points', () => {
    const many = planWith(Array.from({ length: 5_000 }, (_, at) => pointAt(`p${at}`, at * 2, 0)));
    const { samples, points } = planProfile(resolvePlan(many, ground), many, ground, { most: 1_000 });
    expect(samples.length).toBeLessThanOrEqual(1_000);
    expect(points).toHaveLength(5_000);
  });
});

describe('the lowest clearance', () => {
  it('is never above what twenty thousand places find', () => {
    const heights = fc.array(fc.double({ min: 0, max: 60, noNaN: true }), { minLength: 400, maxLength: 400 });
    const end = fc.record({
      east: fc.double({ min: 20, max: 560, noNaN: true }),
      north: fc.double({ min: 20, max: 560, noNaN: true }),
    });
    const step = destination(home, 90, 30).lng - home.lng;
    const stepLat = destination(home, 0, 30).lat - home.lat;
    fc.assert(
      fc.property(heights, end, end, (values, a, b) => {
        const over = groundOfGrid({
          west: home.lng,
          south: home.lat,
          stepLng: step,
          stepLat,
          columns: 20,
          rows: 20,
          heights: new Float32Array(values),
        });
        const plan = planWith(
          [pointAt('p1', a.east, a.north), pointAt('p2', b.east, b.north, { height: 90 })],
          {},
          { takeOff: null, heightMode: 'altitude' },
        );
        const path = flightPath(plan, resolvePlan(plan, over), over);
        const [leg] = path;
        if (!leg) return;
        const place = placeOnLeg(leg);
        let brute = Infinity;
        for (let i = 0; i <= 20_000; i += 1) {
          const share = i / 20_000;
          brute = Math.min(brute, 80 + 10 * share - (over.height(place(share)) ?? NaN));
        }
        // Between two of its places the ground may fall some millimetres more.
        expect(planFigures(resolvePlan(plan, over), plan, over).clearance.lowest).toBeLessThanOrEqual(
          brute + 1e-2,
        );
      }),
      { numRuns: 40 },
    );
  });
});
