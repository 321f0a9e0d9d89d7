import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviations, deviationSummary, type DeviatingPlace, type FlownPlace } from './deviation.ts';
import { bearing, destination, distance, interpolate, type Place } from './sphere.ts';

const places = fc.record({
  lng: fc.double({ min: -179, max: 179, noNaN: true }),
  lat: fc.double({ min: -70, max: 70, noNaN: true }),
});
/** Legs of 100 to 800 m that never turn back on themselves. */
const routes = fc
  .tuple(
    places,
    fc.integer({ min: 0, max: 359 }),
    fc.array(
      fc.record({
        turn: fc.integer({ min: -80, max: 80 }),
        length: fc.integer({ min: 100, max: 800 }),
        height: fc.integer({ min: 20, max: 120 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map(([start, heading, legs]) => {
    const path: (DeviatingPlace & { height: number })[] = [{ ...start, height: 60 }];
    let course = heading;
    for (const { turn, length, height } of legs) {
      course += turn / legs.length;
      path.push({ ...destination(path.at(-1) as Place, course, length), height });
    }
    return path;
  });

/** Every 20 m of a route, two seconds apart. @param beside metres to the right of each leg */
const flownOf = (path: readonly (DeviatingPlace & { height: number })[], beside = 0): FlownPlace[] => {
  const flown: FlownPlace[] = [];
  for (const [leg, to] of path.slice(1).entries()) {
    const from = path[leg] as (typeof path)[number];
    const steps = Math.max(1, Math.round(distance(from, to) / 20));
    for (let step = leg === 0 ? 0 : 1; step <= steps; step += 1) {
      const on = interpolate(from, to, step / steps);
      const place = beside === 0 ? on : destination(on, bearing(from, to) + 90, beside);
      flown.push({ ...place, height: on.height, at: flown.length * 2_000 });
    }
  }
  return flown;
};

describe('a flight beside its route', () => {
  it('lies nowhere beside a route that it follows, and goes only forwards', () => {
    fc.assert(
      fc.property(routes, (path) => {
        const found = deviations(path, flownOf(path), null).filter((one) => one !== null);
        expect(found.length).toBeGreaterThan(1);
        for (const { cross, height } of found) {
          expect(Math.abs(cross)).toBeLessThan(0.1);
          expect(Math.abs(height ?? Infinity)).toBeLessThan(0.2);
        }
        const along = found.map((one) => one.along);
        expect(along).toEqual(along.toSorted((one, other) => one - other));
        expect(deviationSummary(found)?.mostCross).toBeLessThan(0.1);
      }),
    );
  });

  it('lies beside a leg by as many metres as it was moved, to the right positive, and the other way round negative', () => {
    fc.assert(
      fc.property(routes, fc.integer({ min: -25, max: 25 }), (path, beside) => {
        const leg = path.slice(0, 2);
        const flown = flownOf(leg, beside);
        const found = deviations(leg, flown, null).filter((one) => one !== null);
        for (const { cross } of found) expect(cross).toBeCloseTo(beside, 0);
        const back = deviations(
          leg.toReversed(),
          flown.toReversed().map((place, at) => ({ ...place, at: at * 2_000 })),
          null,
        );
        for (const one of back) if (one) expect(one.cross).toBeCloseTo(-beside, 0);
      }),
    );
  });

  it('is late by what it took longer than planned', () => {
    fc.assert(
      fc.property(routes, fc.integer({ min: 1, max: 3 }), (path, slower) => {
        const flown = flownOf(path.slice(0, 2));
        const seconds = (flown.at(-1)?.at ?? 0) / 1_000 / slower;
        const found = deviations(path.slice(0, 2), flown, seconds);
        expect(deviationSummary(found)?.late).toBeCloseTo(seconds * (slower - 1), 0);
      }),
    );
  });

  it('takes a line beside another one for itself, and leaves out the ways there and home', () => {
    const start = { lng: 113.9, lat: 22.5, height: 50 };
    const east = { ...destination(start, 90, 400), height: 50 };
    const up = { ...destination(east, 0, 10), height: 50 };
    const back = { ...destination(up, 270, 400), height: 50 };
    const path = [start, east, up, back];
    const way = (from: Place, to: Place) =>
      flownOf([
        { ...from, height: 0 },
        { ...to, height: 0 },
      ]);
    const dock = destination(start, 225, 300);
    const flown = [...way(dock, start), ...flownOf(path, 0), ...way(back, dock)].map((place, at) => ({
      ...place,
      height: 55,
      at: at * 2_000,
    }));
    const found = deviations(path, flown, null);
    expect(found[0]).toBeNull();
    expect(found.at(-1)).toBeNull();
    // Both lines are flown once: in the middle of the second one 600 m lie behind.
    const most = Math.max(...found.map((one) => one?.along ?? 0));
    expect(most).toBeGreaterThan(805);
    expect(deviationSummary(found)).toMatchObject({ mostHeight: expect.closeTo(5, 3), late: null });
    expect(deviationSummary(found)?.mostCross).toBeLessThan(1);
  });

  it('is not compared where it never came to its route, or there is none', () => {
    const path = [
      { lng: 0, lat: 0, height: null },
      { lng: 0.01, lat: 0, height: null },
    ];
    const away = [{ lng: 1, lat: 1, height: 5, at: 0 }];
    expect(deviationSummary(deviations(path, away, 10))).toBeNull();
    expect(deviations(path.slice(1), away, null)).toEqual([null]);
    const on = deviations(path, [null, { lng: 0, lat: 0, height: 5, at: 0 }], null);
    expect(on).toMatchObject([null, { along: 0, height: null }]);
  });
});
