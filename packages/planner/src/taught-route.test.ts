import { routePlan } from '@eyrie/domain';
import { distance } from '@eyrie/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointAt } from './plan.fixture.ts';
import { taughtRoute, type TrackSample } from './taught-route.ts';

const sample = (
  t: number,
  east: number,
  north: number,
  seaHeight = 100,
  more: Partial<TrackSample> = {},
): TrackSample => {
  const { lng, lat } = pointAt('', east, north);
  return { t: t * 1000, lng, lat, seaHeight, heading: 45, gimbalPitch: -30, ...more };
};
/** North at 5 m/s, then east at 10 m/s; two samples a second. */
const track = [
  ...Array.from({ length: 41 }, (_, at) => sample(at / 2, 0, at * 2.5)),
  ...Array.from({ length: 40 }, (_, at) => sample(20.5 + at / 2, (at + 1) * 5, 100)),
];

describe('a route out of a flight by hand', () => {
  it('has a point where the flight turned, and the speeds at which it was flown', () => {
    const plan = taughtRoute(track, [])!;
    expect(routePlan.safeParse(plan).success).toBe(true);
    expect(plan.points.map(({ id, speed, height }) => [id, speed, height])).toEqual([
      ['p1', 5, 100],
      ['p2', 10, 100],
      ['p3', undefined, 100],
    ]);
    expect(plan.settings.heightMode).toBe('altitude');
  });

  it('takes its photos again, with their views', () => {
    const plan = taughtRoute(track, [{ t: 10_100 }, { t: 30_000, pitch: -80, zoom: 3, lens: 'zoom' }])!;
    expect(plan.points).toHaveLength(5);
    expect(plan.points[1]?.actions).toEqual([
      { type: 'rotateYaw', heading: 45 },
      { type: 'gimbalRotate', pitch: -30 },
      { type: 'takePhoto' },
    ]);
    expect(plan.points[3]?.actions).toContainEqual({ type: 'takePhoto', lenses: ['zoom'] });
    expect(plan.points[3]?.actions).toContainEqual({ type: 'gimbalRotate', pitch: -80 });
  });

  it('follows climbs, cuts off taking off and landing, and throws out jumps', () => {
    const climb = Array.from({ length: 41 }, (_, at) =>
      sample(at, 0, at * 5, 100 + Math.max(0, at - 20) * 3),
    );
    expect(taughtRoute(climb, [])?.points.map(({ height }) => height)).toEqual([100, 100, 160]);
    const lifted = [sample(-10, 0, 0, 20), sample(-5, 0, 0, 60), ...track, sample(60, 0, 0, 20)];
    expect(taughtRoute(lifted, [], { floor: 90 })?.points).toHaveLength(3);
    const jumped = [
      ...track.slice(0, 10),
      { ...track[10]!, lat: 23 },
      { ...track[10]!, lng: Number.NaN },
      ...track.slice(11),
    ];
    expect(taughtRoute(jumped, [])?.points).toHaveLength(3);
  });

  it('is none of a flight that went nowhere', () => {
    expect(taughtRoute([], [{ t: 0 }])).toBeNull();
    expect(taughtRoute([sample(0, 0, 0), sample(1, 0.1, 0), sample(2, 0, 0.1)], [])).toBeNull();
  });

  it('stays within the tolerance of every sample', () => {
    const walk = fc.array(
      fc.tuple(fc.double({ min: -12, max: 12, noNaN: true }), fc.double({ min: -12, max: 12, noNaN: true })),
      { minLength: 5, maxLength: 80 },
    );
    fc.assert(
      fc.property(walk, (steps) => {
        let [east, north] = [0, 0];
        const flown = steps.map(([e, n], at) => sample(at, (east += e), (north += n)));
        const plan = taughtRoute(flown, []);
        if (!plan) return;
        for (const one of flown) {
          let least = Infinity;
          for (const [at, to] of plan.points.entries())
            for (let share = 0; at > 0 && share <= 1; share += 0.02) {
              const from = plan.points[at - 1]!;
              least = Math.min(
                least,
                distance(one, {
                  lng: from.lng + (to.lng - from.lng) * share,
                  lat: from.lat + (to.lat - from.lat) * share,
                }),
              );
            }
          expect(least).toBeLessThan(2 + 0.75);
        }
      }),
      { numRuns: 40 },
    );
  });
});
