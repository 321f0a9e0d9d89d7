import { distance, type Place } from '@eyrie/geometry';
import { expect, test } from 'vitest';
import { profileAlong, samplesOf } from './profile.ts';
import { runsOf, sight, viewShed, type HeightGrid } from './view-shed.ts';

const path: Place[] = [
  { lng: 113.95, lat: 22.54 },
  { lng: 113.96, lat: 22.55 },
  { lng: 113.97, lat: 22.55 },
];

test('a leg has a hundred samples, a long one no two farther apart than a terrain cell', () => {
  const short = samplesOf(path.slice(0, 2));
  expect(short).toHaveLength(100);
  expect(short.at(-1)?.distance).toBeCloseTo(1513.6393, 3);
  const long = samplesOf([
    { lng: 0, lat: 0 },
    { lng: 0.1, lat: 0 },
  ]);
  expect(distance(long[0]!.place, long[1]!.place)).toBeLessThanOrEqual(30);
});

test('heights follow the ground, and where it is unknown there is a gap', () => {
  const slope = profileAlong(path, ({ lng }) => (lng - 113.95) * 10_000);
  expect(slope.span?.least).toBeCloseTo(0, 6);
  expect(slope.span?.most).toBeCloseTo(200, 6);
  expect(slope.span?.climb).toBeCloseTo(200, 6);
  const half = profileAlong(path, ({ lng }) => (lng > 113.96 ? null : 5));
  expect(half.unknown).toBeGreaterThan(0.3);
  expect(half.points.at(-1)?.height).toBeNull();
  expect(half.span).toEqual({ least: 5, most: 5, climb: 0 });
  expect(profileAlong(path, () => null).span).toBeNull();
});

const side = 41;
const half = 20;
/** Flat ground with what `over` says of a column and row. */
const grid = (over: (column: number, row: number) => number = () => 0): HeightGrid => ({
  side,
  cell: 10,
  heights: Float32Array.from({ length: side * side }, (_, at) => over(at % side, Math.floor(at / side))),
});
const at = (found: Uint8Array, column: number, row: number) => found[row * side + column];

test('over flat ground everything within the circle is seen', () => {
  const found = viewShed(grid(), 2);
  expect(at(found, 0, half)).toBe(sight.seen);
  expect(at(found, half + 10, half - 10)).toBe(sight.seen);
  // Corners lie outside of the circle.
  expect(at(found, 0, 0)).toBe(sight.unknown);
});

test('a wall hides what is behind it and lower, not what is higher', () => {
  const wall = (column: number) => (column === half + 5 ? 20 : column === half + 15 ? 100 : 0);
  const found = viewShed(grid(wall), 2);
  expect(at(found, half + 4, half)).toBe(sight.seen);
  expect(at(found, half + 5, half)).toBe(sight.seen);
  expect(at(found, half + 10, half)).toBe(sight.hidden);
  expect(at(found, half + 15, half)).toBe(sight.seen);
  expect(at(found, half - 10, half)).toBe(sight.seen);
});

test('behind a gap nothing is called seen, and under the gap nothing is known', () => {
  const found = viewShed(
    grid((column) => (column === half + 5 ? Number.NaN : 0)),
    2,
  );
  expect(at(found, half + 4, half)).toBe(sight.seen);
  expect(at(found, half + 5, half)).toBe(sight.unknown);
  expect(at(found, half + 10, half)).toBe(sight.unknown);
  expect(
    [
      ...viewShed(
        grid(() => Number.NaN),
        2,
      ),
    ].every((one) => one === sight.unknown),
  ).toBe(true);
});

test('cells with the same answer are one run', () => {
  expect(runsOf(Uint8Array.from([1, 1, 2, 0, 0, 0, 2, 2, 2]), 3)).toEqual([
    { row: 0, from: 0, to: 2, sight: 1 },
    { row: 0, from: 2, to: 3, sight: 2 },
    { row: 2, from: 0, to: 3, sight: 2 },
  ]);
});
