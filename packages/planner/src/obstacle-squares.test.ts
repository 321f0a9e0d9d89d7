import type { PlanPoint, RoutePlan } from '@eyrie/domain';
import type { Bounds, Place } from '@eyrie/geometry';
import { describe, expect, it } from 'vitest';
import { obstacleBoxes } from './obstacle-boxes.ts';
import { planWith } from './plan.fixture.ts';

const point = (lng: number, lat: number): PlanPoint => ({
  id: `${lng} ${lat}`,
  lng,
  lat,
  height: 80,
  actions: [],
});
const pointsOf = (...places: [lng: number, lat: number][]): PlanPoint[] =>
  places.map((place) => point(...place));
const drawn = (points: readonly PlanPoint[], more: Partial<RoutePlan> = {}): RoutePlan =>
  planWith(points, more, { takeOff: null });

const rounded = (degrees: number): number => Number(degrees.toFixed(6));
/** Boxes as west, south, east, north. */
const sidesOf = (boxes: readonly Bounds[]): number[][] =>
  boxes
    .map(({ west, south, east, north }) => [west, south, east, north].map(rounded))
    .toSorted((a, b) => (a.join() < b.join() ? -1 : 1));
const boxesOf = (...places: [lng: number, lat: number][]): number[][] =>
  sidesOf(obstacleBoxes(drawn(pointsOf(...places))));
const holds = (boxes: readonly Bounds[], { lng, lat }: Place): boolean =>
  boxes.some(({ west, south, east, north }) => lng >= west && lng <= east && lat >= south && lat <= north);

describe('the boxes that are asked for what stands under a route', () => {
  it('are the square of a point, and those beside it that are nearer than 60 m', () => {
    expect(boxesOf([10.001, 0.001])).toEqual([[10, 0, 10.002, 0.002]]);
    // 70 m from two sides, and 50 m.
    expect(boxesOf([10.00137, 0.00137])).toEqual([[10, 0, 10.002, 0.002]]);
    expect(boxesOf([10.00155, 0.00155])).toEqual([
      [10, 0, 10.004, 0.002],
      [10, 0.002, 10.004, 0.004],
    ]);
    expect(boxesOf([10.00045, 0.00045])).toEqual([
      [9.998, -0.002, 10.002, 0],
      [9.998, 0, 10.002, 0.002],
    ]);
    // A degree of longitude is half as long here.
    expect(boxesOf([10.001, 60.001])).toEqual([[9.998, 60, 10.004, 60.002]]);
  });

  it('hold the whole way between two points, as one where squares lie side by side', () => {
    expect(boxesOf([10.001, 0.001], [10.021, 0.001])).toEqual([[10, 0, 10.022, 0.002]]);
    const far = boxesOf([10.001, 0.001], [10.001, 0.021]);
    expect(far).toHaveLength(11);
    expect(far.every(([west, , east]) => west === 10 && east === 10.002)).toBe(true);
    // Two ways over the same rows stay apart.
    const apart = boxesOf([10.001, 0.001], [10.001, 0.009], [10.021, 0.009], [10.021, 0.001]);
    expect(apart.filter(([, south]) => south === 0.002)).toEqual([
      [10, 0.002, 10.002, 0.004],
      [10.02, 0.002, 10.022, 0.004],
    ]);
  });

  it('hold the way out from the dock and home to it', () => {
    const plan = drawn(pointsOf([10.021, 0.001], [10.021, 0.021]));
    const dock = { lng: 10.001, lat: 0.001, height: 0 };
    const boxes = obstacleBoxes({ ...plan, settings: { ...plan.settings, takeOff: dock } });
    for (const place of [
      { lng: 10.011, lat: 0.001 },
      { lng: 10.021, lat: 0.011 },
      { lng: 10.011, lat: 0.011 },
    ])
      expect(holds(boxes, place)).toBe(true);
    expect(holds(boxes, { lng: 10.004, lat: 0.019 })).toBe(false);
    expect(holds(obstacleBoxes(plan), { lng: 10.011, lat: 0.001 })).toBe(false);
  });

  it('are narrow along a way of 40 km across the squares', () => {
    const boxes = obstacleBoxes(drawn(pointsOf([10.001, 20.001], [10.251, 20.251])));
    expect(boxes.length).toBeGreaterThan(120);
    expect(boxes.length).toBeLessThan(135);
    for (const { west, east } of boxes) expect(east - west).toBeLessThan(0.0081);
  });

  it('are of points that are to be photographed for a map as well', () => {
    const way: [number, number][] = [
      [10.001, 0.001],
      [10.021, 0.021],
    ];
    const mapped = drawn(pointsOf(...way), { type: 'waypointMapping' });
    expect(sidesOf(obstacleBoxes(mapped))).toEqual(boxesOf(...way));
    expect(boxesOf(...way).length).toBeGreaterThan(10);
  });

  it('go on over the antimeridian, and end at the edge of the map', () => {
    expect(boxesOf([179.991, 0.001], [-179.991, 0.001])).toEqual([
      [-180, 0, -179.99, 0.002],
      [179.99, 0, 180, 0.002],
    ]);
    expect(boxesOf([180, 0.001])).toEqual([
      [-180, 0, -179.998, 0.002],
      [179.998, 0, 180, 0.002],
    ]);
    expect(obstacleBoxes(drawn(pointsOf([10.001, 89]))).length).toBeGreaterThan(0);
  });

  it('are none of what is no place to fly, and none where nothing is drawn', () => {
    expect(boxesOf([181, 0.001])).toEqual([]);
    expect(boxesOf([10, 89.5])).toEqual([]);
    expect(boxesOf()).toEqual([]);
    expect(obstacleBoxes(drawn([], { type: 'regional' }))).toEqual([]);
  });
});

describe('where the squares under a way are too many', () => {
  it('one box holds it, with 100 m beside it', () => {
    // Rows one square wide.
    expect(boxesOf([10.001, 0.001], [10.001, 0.799])).toHaveLength(400);
    expect(boxesOf([10.001, 0.001], [10.001, 0.801])).toEqual([[10, 0, 10.002, 0.802]]);
    // Two rows of squares.
    expect(boxesOf([0.001, 0], [19.999, 0])).toHaveLength(2);
    expect(boxesOf([0.001, 0], [20.001, 0])).toEqual([[0, -0.002, 20.002, 0.002]]);
  });

  it('says so before it has walked them', () => {
    const across = Array.from({ length: 2_000 }, (_, at) => point(at % 2 === 0 ? 0 : 90, 0.001));
    expect(obstacleBoxes(drawn(across))).toHaveLength(1);
  });
});

describe('of an area', () => {
  const area = (west: number, east: number): RoutePlan => {
    const plan = drawn([], { type: 'regional' });
    const outer = pointsOf([west, 0.011], [east, 0.011], [east, 0.013], [west, 0.013]);
    const drawnArea = {
      ...plan.area,
      parts: [{ outer, holes: [] }],
      margin: 0,
      left: 0,
      right: 0,
      distance: 0,
    };
    return { ...plan, area: drawnArea };
  };

  it('one box of whole squares holds it with its turns', () => {
    // 400 m beyond what is drawn: 0.0036 degrees.
    expect(sidesOf(obstacleBoxes(area(10.011, 10.013)))).toEqual([[10.006, 0.006, 10.018, 0.018]]);
  });

  it('two boxes hold it over the antimeridian', () => {
    expect(sidesOf(obstacleBoxes(area(179.999, -179.999)))).toEqual([
      [-180, 0.006, -179.994, 0.018],
      [179.994, 0.006, 180, 0.018],
    ]);
  });
});
