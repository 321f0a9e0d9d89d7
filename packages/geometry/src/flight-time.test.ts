import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  destination,
  djiMotion,
  flightTime,
  legTime,
  passingTurn,
  pathLength,
  rampDistance,
  rampTime,
  type TimedPoint,
} from './index.ts';

const stop = { kind: 'stop' } as const;

/** Points along a course, each leg with its own length and azimuth. */
function course(
  legs: readonly { length: number; azimuth: number }[],
  speed: number,
  turn: TimedPoint['turn'],
) {
  const points: TimedPoint[] = [{ lng: 113.95, lat: 22.54, height: 50, speed, turn }];
  for (const { length, azimuth } of legs) {
    const from = points.at(-1) as TimedPoint;
    points.push({ ...destination(from, azimuth, length), height: 50, speed, turn });
  }
  return points;
}

describe('ramps', () => {
  it.each([
    [1, 1.2856, 0.643],
    [2, 1.8182, 1.818],
    [4, 2.5713, 5.143],
    [5, 2.8834, 7.208],
    [8, 3.8151, 15.26],
    [10, 4.4362, 22.181],
    [12, 5.0573, 30.344],
    [15, 5.989, 44.917],
  ])('reaches %d m/s in %d s and %d m', (speed, seconds, metres) => {
    expect(rampTime(speed)).toBeCloseTo(seconds, 4);
    expect(rampDistance(0, speed)).toBeCloseTo(metres, 3);
  });

  it('takes as long to slow down as to speed up', () => {
    expect(rampTime(-7)).toBe(rampTime(7));
    expect(rampDistance(12, 3)).toBe(rampDistance(3, 12));
  });
});

describe('a leg', () => {
  it('of 100 m between two stops at 10 m/s takes 14.436 s', () => {
    expect(legTime(100, 10)).toBeCloseTo(14.436, 3);
  });

  it('too short for its speed is flown slower, never faster than the ramps allow', () => {
    const seconds = legTime(20, 15);
    expect(seconds).toBeGreaterThan(20 / 15);
    expect(seconds).toBeGreaterThan(legTime(19, 15));
  });

  it('of no length takes no time, and without speed never ends', () => {
    expect(legTime(0, 10)).toBe(0);
    expect(legTime(10, 0)).toBe(Infinity);
  });

  it('takes longer the longer it is, and no less than at full speed throughout', () => {
    const metres = fc.double({ min: 0.01, max: 20_000, noNaN: true });
    const speed = fc.double({ min: 1, max: 15, noNaN: true });
    fc.assert(
      fc.property(metres, metres, speed, (a, b, cruise) => {
        const [short, long] = a < b ? [a, b] : [b, a];
        expect(legTime(short, cruise)).toBeLessThanOrEqual(legTime(long, cruise) + 1e-9);
        expect(legTime(short, cruise)).toBeGreaterThanOrEqual(short / cruise - 1e-9);
      }),
    );
  });
});

describe('a turn', () => {
  it('of 90° with 10 m of damping at 14 m/s is flown at 7.071 m/s in 2.221 s', () => {
    const turn = passingTurn(10, 90, 14);
    expect(turn.radius).toBeCloseTo(10, 9);
    expect(turn.speed).toBeCloseTo(7.071, 3);
    expect(turn.time).toBeCloseTo(2.221, 3);
  });

  it('straight on costs nothing, right back is a stop', () => {
    expect(passingTurn(10, 0, 14).speed).toBe(14);
    expect(passingTurn(10, 180, 14).speed).toBeCloseTo(0, 3);
  });
});

describe('a route', () => {
  const square = [0, 90, 180].map((azimuth) => ({ length: 100, azimuth }));

  it('with stops is the sum of its legs', () => {
    expect(flightTime(course(square, 10, stop)).total).toBeCloseTo(3 * 14.436, 2);
  });

  it('is quicker with passing turns', () => {
    const passing = flightTime(course(square, 10, { kind: 'pass', damping: 10 }));
    expect(passing.total).toBeLessThan(flightTime(course(square, 10, stop)).total);
    // Two legs from a stand into a turn, one between turns, two arcs of 10 m · π/2.
    const turn = passingTurn(10, 90, 10);
    const expected =
      2 * legTime(90, 10, 0, turn.speed) + legTime(80, 10, turn.speed, turn.speed) + 2 * turn.time;
    expect(passing.total).toBeCloseTo(expected, 2);
  });

  it('straight through a passing point costs as much as one leg', () => {
    const straight = [0, 0].map((azimuth) => ({ length: 100, azimuth }));
    expect(flightTime(course(straight, 10, { kind: 'pass', damping: 5 })).total).toBeCloseTo(
      legTime(200, 10),
      3,
    );
  });

  it('shows hovering and actions separately', () => {
    const points = course([{ length: 100, azimuth: 0 }], 10, stop);
    const time = flightTime(points.map((point) => ({ ...point, hoverSeconds: 5, actions: 2 })));
    expect(time).toMatchObject({ hovering: 10, acting: 4 });
    expect(time.total).toBeCloseTo(14.436 + 14, 3);
    expect(
      flightTime(
        points.map((point) => ({ ...point, actions: 2 })),
        { ...djiMotion, actionSeconds: 3 },
      ).acting,
    ).toBe(12);
  });

  it('of any shape takes a finite time, no less than at full speed throughout', () => {
    const leg = fc.record({
      length: fc.double({ min: 0, max: 3000, noNaN: true }),
      azimuth: fc.double({ min: 0, max: 360, noNaN: true }),
    });
    const turn = fc.oneof(
      fc.constant(stop),
      fc.record({ kind: fc.constant('pass' as const), damping: fc.double({ min: 0, max: 50, noNaN: true }) }),
    );
    fc.assert(
      fc.property(
        fc.array(leg, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 15 }),
        turn,
        (legs, speed, how) => {
          const points = course(legs, speed, how);
          const { total } = flightTime(points);
          expect(Number.isFinite(total)).toBe(true);
          const stops = flightTime(points.map((point) => ({ ...point, turn: stop }))).total;
          expect(total).toBeLessThanOrEqual(stops + 1e-6);
          expect(total).toBeGreaterThanOrEqual(how.kind === 'stop' ? pathLength(points) / speed - 1e-6 : 0);
        },
      ),
    );
  });
});
