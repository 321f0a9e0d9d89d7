import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routeShare } from './route-share.ts';
import { along, destination, pathLength } from './sphere.ts';

const start = { lng: 114.7, lat: 41.2, height: 60 };
const corner = { ...destination(start, 90, 300), height: 60 };
const end = { ...destination(corner, 0, 100), height: 60 };
const path = [start, corner, end];

describe('the share of a route that is flown', () => {
  it('goes by distance, not by waypoints', () => {
    expect(routeShare(path, 1, null)).toBeCloseTo(0.75, 3);
    expect(routeShare(path, 1, corner)).toBeCloseTo(0.75, 3);
    expect(routeShare(path, 0, destination(start, 90, 150))).toBeCloseTo(0.375, 3);
    expect(routeShare(path, 2, end)).toBeCloseTo(1, 6);
  });

  it('is the same whether the device names the waypoint reached or the next', () => {
    const length = pathLength(path);
    fc.assert(
      fc.property(fc.double({ min: 0.02, max: 0.98, noNaN: true }), (share) => {
        const found = along(path, share * length);
        if (!found) return false;
        const reached = routeShare(path, found.leg, found.place) ?? -1;
        const next = routeShare(path, found.leg + 1, found.place) ?? -1;
        return Math.abs(reached - share) < 0.005 && Math.abs(next - share) < 0.005;
      }),
    );
  });

  it('never leaves 0 to 1, wherever the aircraft is and whatever number it names', () => {
    fc.assert(
      fc.property(fc.integer({ min: -3, max: 9 }), fc.nat(360), fc.nat(2_000), (waypoint, turn, metres) => {
        const share = routeShare(path, waypoint, destination(start, turn, metres)) ?? -1;
        return share >= 0 && share <= 1;
      }),
    );
  });

  it('goes by the waypoint while the aircraft is far from the route', () => {
    expect(routeShare(path, 1, destination(start, 180, 5_000))).toBeCloseTo(0.75, 3);
  });

  it('is not known of a route without a length', () => {
    expect(routeShare([start], 0, start)).toBeNull();
    expect(routeShare([start, start], 0, start)).toBeNull();
  });
});
