import type { Bounds, Place } from '@eyrie/geometry';
import { expect, it } from 'vitest';
import { obstacleBoxes } from './obstacle-boxes.ts';
import { planWith, pointAt } from './plan.fixture.ts';

const holds = (boxes: readonly Bounds[], { lng, lat }: Place): boolean =>
  boxes.some(({ west, east, south, north }) => lng >= west && lng <= east && lat >= south && lat <= north);

/** It takes off at 0, 0: the way home from its second point crosses what its legs go around. */
const plan = planWith([pointAt('p1', 0, 2_000), pointAt('p2', 2_000, 2_000), pointAt('p3', 2_000, 0)]);
const [onPath, onWayHome, beside] = [
  pointAt('', 0, 1_000),
  pointAt('', 1_000, 1_000),
  pointAt('', 600, 1_400),
];

it('what stands about a plan is asked along its legs, and for a flight on its ways home too', () => {
  expect([onPath, onWayHome, beside].map((at) => holds(obstacleBoxes(plan), at))).toEqual([
    true,
    false,
    false,
  ]);
  expect([onPath, onWayHome, beside].map((at) => holds(obstacleBoxes(plan, true), at))).toEqual([
    true,
    true,
    false,
  ]);
});

it('without a take-off point there are no ways home', () => {
  const nowhere = { ...plan, settings: { ...plan.settings, takeOff: null } };
  expect(obstacleBoxes(nowhere, true)).toEqual(obstacleBoxes(nowhere));
});

it('of a route of many points so many ways are asked that it stays in squares', () => {
  const many = planWith(Array.from({ length: 2_000 }, (_, at) => pointAt(`p${at}`, 3_000, at * 2)));
  const boxes = obstacleBoxes(many, true);
  expect(boxes.length).toBeLessThanOrEqual(400);
  expect(holds(boxes, pointAt('', 1_500, 1_000))).toBe(true);
});
