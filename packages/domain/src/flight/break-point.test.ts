import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBreakPoint, restOfRoute, waypointBefore } from './break-point.ts';

const lines = [
  { id: 3, waypoints: 2 },
  { id: 7, waypoints: 3 },
];
const waypoints = [0, 1, 2, 3, 4].map((at) => ({ lng: at, lat: 10 + at, height: 50 + 10 * at }));
const route = { lines, waypointCount: 5 };

describe('a breakpoint as its dock reported it', () => {
  it.each([
    ['on a leg', { index: 1, waylineId: 7, progress: 0.25, onWaypoint: false }, [7, 1, 0.25]],
    ['at a waypoint', { index: 1, waylineId: 7, progress: 0.25, onWaypoint: true }, [7, 1, 0]],
    ['at the end of a line', { index: 1, waylineId: 3, progress: 0.5 }, [3, 1, 0]],
    ['without a share', { index: 0, waylineId: 3, progress: null }, [3, 0, 0]],
  ])('is read %s', (_, kept, [wayline, waypoint, progress]) => {
    expect(readBreakPoint(kept, route)).toEqual({ wayline, waypoint, progress });
  });
  it.each([
    ['nothing', null],
    ['a reason alone', { reason: 1283 }],
    ['no line among several', { index: 1, progress: 0 }],
    ['a line that the route has not', { index: 0, waylineId: 4, progress: 0 }],
    ['a waypoint that the line has not', { index: 2, waylineId: 3, progress: 0 }],
    ['more than the whole leg', { index: 0, waylineId: 3, progress: 1.5 }],
  ])('is none where %s was reported', (_, kept) => {
    expect(readBreakPoint(kept, route)).toBeNull();
  });
  it('is of the only line where none is named', () => {
    expect(readBreakPoint({ index: 2, progress: 0.5 }, { lines: null, waypointCount: 4 })).toEqual({
      wayline: 0,
      waypoint: 2,
      progress: 0.5,
    });
  });
});

describe('the rest of a route', () => {
  it('begins where the aircraft broke off', () => {
    const rest = restOfRoute(waypoints, lines, { wayline: 7, waypoint: 0, progress: 0.5 });
    expect(rest).toEqual([{ lng: 2.5, lat: 12.5, height: 75 }, waypoints[3], waypoints[4]]);
  });
  it('is nothing of a route that has no such place', () => {
    expect(restOfRoute(waypoints, lines, { wayline: 9, waypoint: 0, progress: 0 })).toBeNull();
  });
  it('is never longer than the route, and ends where it ends', () => {
    const place = fc.record({
      line: fc.nat(1),
      waypoint: fc.nat(4),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(place, ({ line, waypoint, share }) => {
        const point = readBreakPoint(
          { index: waypoint, waylineId: lines[line]?.id, progress: share, onWaypoint: false },
          route,
        );
        if (!point) return;
        const rest = restOfRoute(waypoints, lines, point) ?? [];
        expect(rest).toHaveLength(5 - (waypointBefore(route, point) ?? 0));
        expect(rest.at(-1)?.lng).toBe(4);
        expect(rest[0]?.lng).toBeGreaterThanOrEqual(waypointBefore(route, point) ?? 9);
      }),
    );
  });
});
