import { expect, it } from 'vitest';
import { pathOf, roundTicks, scalesOf, stretches } from './scales.ts';

it.each([
  [60, 120, 4, [60, 80, 100, 120]],
  [0, 1, 4, [0, 0.5, 1]],
  [80, 80, 4, [80]],
  [-12, 31, 4, [-20, 0, 20, 40]],
])('round values from %d to %d', (low, high, wanted, ticks) => {
  expect(roundTicks(low, high, wanted)).toEqual(ticks);
});

it('goes from metres to pixels and back', () => {
  const scales = scalesOf({ low: 80, high: 80, length: 1_000 }, 640);
  expect([scales.heights[0], scales.heights.at(-1)]).toEqual([80, 90]);
  expect(scales.distanceAt(scales.x(400))).toBeCloseTo(400, 9);
  expect(scales.y(80) - scales.y(90)).toBeCloseTo(scales.floor - scales.y(90), 9);
  expect(scales.metresOf(scales.y(80) - scales.y(85))).toBeCloseTo(5, 9);
});

it('ends a stretch where a height is not known', () => {
  const samples = [1, 2, null, 4, 5, null, 7].map((height, distance) => ({ distance, height }));
  const found = stretches(samples, ({ height }) => height);
  expect(found.map((stretch) => stretch.map(({ y }) => y))).toEqual([
    [1, 2],
    [4, 5],
  ]);
  const scales = scalesOf({ low: 0, high: 10, length: 10 }, 640);
  expect(pathOf(found[0] ?? [], scales)).toMatch(/^M[\d.]+ [\d.]+L[\d.]+ [\d.]+$/);
});
