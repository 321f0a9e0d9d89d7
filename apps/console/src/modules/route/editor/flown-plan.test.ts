import { addPoint, freshPlan, setSettings } from '@eyrie/planner';
import { describe, expect, it } from 'vitest';
import { compute, groundOf, seaGrid } from './compute.ts';
import { flownPlan, flownProfile, flownTop, homeClearance, waysOf } from './flown-plan.ts';

const dock = {
  oid: '0197a000-0000-7000-8000-000000000001',
  name: 'D',
  lng: 9.999,
  lat: 0,
  height: 30,
  drone: null,
};
const drawn = [10, 10.001, 10.002].reduce(
  (before, lng) => addPoint(before, { lng, lat: 0 }),
  freshPlan('waypoint'),
);
/** Level ground 20 m above the sea, and a ridge that is `ridge` m high under the second half of the route. */
const ground = (ridge: number) => {
  const grid = { west: 9.99, south: -0.01, stepLng: 0.0005, stepLat: 0.0005, columns: 61, rows: 41 };
  const heights = Float32Array.from({ length: grid.columns * grid.rows }, (_, at) =>
    grid.west + (at % grid.columns) * grid.stepLng > 10.0005 ? ridge : 20,
  );
  return groundOf(
    seaGrid({ ...grid, heights }, () => 0),
    () => 0,
  );
};
const flownAt = (returnAltitude: number | null, ridge: number, heightLimit: number | null) => {
  const plan = flownPlan(drawn, dock, returnAltitude);
  const computed = compute({ plan }, ground(ridge));
  const shown = flownProfile(computed, plan, heightLimit);
  return { plan, computed, shown, top: flownTop(shown, plan) };
};

describe('a route as one arrangement flies it', () => {
  it('goes out from its dock and home to it, on the map', () => {
    const { computed } = flownAt(120, 20, null);
    const ways = waysOf(computed);
    expect(ways[0]?.path[0]).toMatchObject({ lng: dock.lng, lat: dock.lat });
    expect(ways.at(-1)?.path[1]).toMatchObject({ lng: dock.lng, lat: dock.lat });
    expect(new Set(ways.map(({ tone }) => tone))).toEqual(new Set(['text', 'good']));
  });

  it('comes home at the altitude of the flight above its dock, not at that of the plan', () => {
    const { shown } = flownAt(137, 20, 150);
    expect(shown.profile.returnSea).toBeCloseTo(30 + 137, 1);
    expect(shown.limit).toBeCloseTo(30 + 150, 1);
    expect(flownAt(137, 20, null).shown.limit).toBeUndefined();
  });

  it('keeps the altitude of the plan while none is typed that can be flown', () => {
    for (const typed of [null, 0, 9_999])
      expect(flownPlan(drawn, dock, typed).settings.returnHeight).toBe(drawn.settings.returnHeight);
  });

  it('says how near the way home comes to what is below, and nothing of ground that is not known', () => {
    expect(homeClearance(flownAt(120, 60, null).computed)).toBeCloseTo(30 + 120 - 60, 0);
    expect(homeClearance(flownAt(80, 200, null).computed)).toBeLessThan(0);
    const plan = flownPlan(drawn, dock, 120);
    expect(homeClearance(compute({ plan }, groundOf(null, null)))).toBeNull();
  });

  it('counts the greatest height from the dock, of route and way home', () => {
    expect(flownAt(40, 20, null).top).toBeCloseTo(80, 0);
    expect(flownAt(140, 20, null).top).toBeCloseTo(140, 0);
    const above = setSettings(flownPlan(drawn, dock, 140), { heightMode: 'altitude' });
    const blind = compute({ plan: setSettings(above, { takeOff: null }) }, groundOf(null, null));
    expect(flownTop(flownProfile(blind, above, 120), above)).toBeNull();
  });
});
