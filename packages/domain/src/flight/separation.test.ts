import { destination, distance, interpolate } from '@eyrie/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import type { FlownLeg } from '../region/region-gate.ts';
import { airborneSpan, comeClose, timedLegs, type FlownAt } from './separation.ts';

const { aside, above } = limits.separation;
const dock = { lng: 114, lat: 30 };
type Heights = readonly [number, number] | null;
/** Out to a line eastwards at a height above the sea, and home. */
const flight = (north: number, height: Heights, at: number, { duration = 100, speed = 10 } = {}): FlownAt => {
  const home = destination(dock, 0, north);
  const end = destination(home, 90, 1_000);
  const leg = (name: string, from: typeof home, to: typeof home): FlownLeg => ({
    name,
    from,
    to,
    heights: { sea: height, ground: null },
  });
  const legs = [leg('⌂', home, home), leg('⌂→1', home, home), leg('1→2', home, end), leg('2→⌂', end, home)];
  return { legs: timedLegs(legs, { duration, speed }), at };
};
const hour = 3_600_000;

describe('the separation of two flights', () => {
  it('is kept aside, in height, or in time, each alone', () => {
    const own = flight(0, [100, 100], 0);
    expect(comeClose(own, flight(0, [100, 100], 0))).toBe(true);
    expect(comeClose(own, flight(aside - 1, [100 + above - 1, 130], 0))).toBe(true);
    expect(comeClose(own, flight(aside + 1, [100, 100], 0))).toBe(false);
    expect(comeClose(own, flight(0, [100 + above, 130], 0))).toBe(false);
    expect(comeClose(own, flight(0, [100, 100], hour))).toBe(false);
    // Nobody knows how high the other one is.
    expect(comeClose(own, flight(0, null, 0))).toBe(true);
  });

  it('ends when the later one begins after the first one is down at the latest', () => {
    const own = flight(0, [100, 100], 0);
    const { until } = airborneSpan(own);
    expect(until).toBeGreaterThan(100_000);
    expect(comeClose(own, flight(0, [100, 100], until + 1))).toBe(false);
    expect(comeClose(own, flight(0, [100, 100], until - 1))).toBe(true);
  });

  it('is the same seen from either', () => {
    const some = fc.record({
      north: fc.integer({ min: -200, max: 200 }),
      height: fc.integer({ min: 60, max: 140 }),
      at: fc.integer({ min: 0, max: 900_000 }),
    });
    const of = ({ north, height, at }: { north: number; height: number; at: number }): FlownAt =>
      flight(north, [height, height], at);
    fc.assert(
      fc.property(
        some,
        some,
        (one, other) => comeClose(of(one), of(other)) === comeClose(of(other), of(one)),
      ),
    );
  });

  it('never misses two aircraft that meet, however long they wait on their ways', () => {
    const some = fc.record({
      north: fc.integer({ min: -60, max: 60 }),
      at: fc.integer({ min: 0, max: 200_000 }),
      /** Seconds that it waits at the first point of its route. */
      waits: fc.integer({ min: 0, max: 120 }),
    });
    type Some = { north: number; at: number; waits: number };
    const asked = ({ north, at, waits }: Some): FlownAt =>
      flight(north, [100, 100], at, { duration: 100 + waits, speed: 10 });
    /** Where it is on its route after so many ms, flown at 10 m/s after its wait. */
    const place = ({ north, at, waits }: Some, now: number) => {
      const share = (now - at - waits * 1_000) / 100_000;
      const home = destination(dock, 0, north);
      const end = destination(home, 90, 1_000);
      return share < 0 || share > 1
        ? null
        : interpolate({ ...home, height: 0 }, { ...end, height: 0 }, share);
    };
    fc.assert(
      fc.property(some, some, fc.nat({ max: 100_000 }), fc.nat({ max: 80_000 }), (one, two, after, lag) => {
        const now = one.at + one.waits * 1_000 + after;
        // Begun so that it is near it just then.
        const other = { ...two, at: Math.round(now - after - two.waits * 1_000 + (lag % 6_000) - 3_000) };
        const [here, there] = [place(one, now), place(other, now)];
        fc.pre(here !== null && there !== null && distance(here, there) < aside);
        return comeClose(asked(one), asked(other));
      }),
    );
  });
});
