import type { TrackPoint } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { cursorAt, trackLines } from './track-cursor.ts';

const point = (at: number, gap = false) => ({ at, gap, lng: 0, lat: 0 }) as TrackPoint;
const points = [point(1_000), point(2_000), point(90_000, true), point(91_000)];

it('finds the point recorded last, and nothing before the first', () => {
  expect(cursorAt(points, 999)).toEqual({ point: null, gap: false });
  expect(cursorAt(points, 1_500).point?.at).toBe(1_000);
  expect(cursorAt(points, 2_000).point?.at).toBe(2_000);
  expect(cursorAt(points, 500_000).point?.at).toBe(91_000);
});

it('shows no old value in a gap, and draws no line across it', () => {
  expect(cursorAt(points, 50_000)).toEqual({ point: null, gap: true });
  expect(cursorAt(points, 90_000)).toEqual({ point: points[2], gap: false });
  expect(trackLines(points).map((line) => line.length)).toEqual([2, 2]);
  expect(trackLines([])).toEqual([]);
});
