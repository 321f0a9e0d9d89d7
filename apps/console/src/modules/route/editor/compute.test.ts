import type { RoutePlan } from '@eyrie/domain';
import { addPoint, freshPlan, type GroundGrid } from '@eyrie/planner';
import { expect, it } from 'vitest';
import { compute, groundOf, seaGrid } from './compute.ts';

const grid: GroundGrid = {
  west: 10,
  south: 50,
  stepLng: 0.01,
  stepLat: 0.01,
  columns: 3,
  rows: 3,
  heights: Float32Array.from({ length: 9 }, (_, at) => (at === 0 ? Number.NaN : 140)),
};

it('counts the ground from the sea, and leaves unknown what is unknown', () => {
  const ground = groundOf(
    seaGrid(grid, () => 40),
    () => 40,
  );
  expect(ground.height({ lng: 10.015, lat: 50.015 })).toBeCloseTo(100, 4);
  expect(ground.undulation({ lng: 10.015, lat: 50.015 })).toBeCloseTo(40, 4);
  expect(ground.height({ lng: 10, lat: 50 })).toBeNull();
  expect(groundOf(null, null).height({ lng: 10, lat: 50 })).toBeNull();
});

it('gives the map heights above the ellipsoid', () => {
  const settings = { ...freshPlan('waypoint').settings, heightMode: 'altitude' as const, height: 150 };
  let plan: RoutePlan = { ...freshPlan('waypoint'), settings };
  for (const lng of [10.011, 10.015]) plan = addPoint(plan, { lng, lat: 50.015 });
  const { drawn, figures } = compute(
    { plan },
    groundOf(
      seaGrid(grid, () => 40),
      () => 40,
    ),
  );
  expect(drawn[0]?.path.map(({ height }) => Math.round(height ?? 0))).toEqual([190, 190]);
  expect(figures.clearance.lowest).toBeCloseTo(50, 3);
});

it('counts what no photo of an area shows', () => {
  const mapping = freshPlan('regionalMapping');
  const outer = [
    { lng: 10.011, lat: 50.011 },
    { lng: 10.015, lat: 50.011 },
    { lng: 10.015, lat: 50.014 },
    { lng: 10.011, lat: 50.014 },
  ];
  const plan = { ...mapping, area: { ...mapping.area, parts: [{ outer, holes: [] }] } };
  const seen = compute({ plan }, groundOf(null, null));
  expect(seen.uncovered).toBeLessThan((seen.figures.area ?? 0) * 0.002);
  const sparse = { ...plan, photos: { ...plan.photos, interval: 300 } };
  expect(compute({ plan: sparse }, groundOf(null, null)).uncovered).toBeGreaterThan(10_000);
  expect(compute({ plan: freshPlan('waypoint') }, groundOf(null, null)).uncovered).toBeNull();
});
