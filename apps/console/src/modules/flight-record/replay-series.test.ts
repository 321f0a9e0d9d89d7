import type { ReplayColumns } from '@eyrie/domain';
import { expect, it } from 'vitest';
import {
  columnsWithin,
  createRowOf,
  extentOf,
  gapSpans,
  momentAt,
  pathOf,
  trackParts,
} from './replay-series.ts';

const at = [0, 1_000, 61_000, 62_000];
const same = [1, 1, 1, 1];
const columns: ReplayColumns = {
  at,
  gaps: [2],
  lng: [0, 0.0005, 0.001, null],
  lat: [0, 0, 0, 0],
  height: same,
  elevation: [60, 60, 65, 60],
  speedH: [0, 10, 20, 20],
  speedV: same,
  head: same,
  percent: same,
  wind: [null, null, null, null],
  link: same,
};

it('shows no old value in a gap, before the first or after the last row', () => {
  const rowOf = createRowOf(columns);
  expect([-1, 0, 500, 1_000, 30_000, 61_000, 61_500, 62_000, 62_001].map(rowOf)).toEqual([
    null,
    0,
    0,
    1,
    null,
    2,
    2,
    3,
    null,
  ]);
});

it('draws no line across a gap', () => {
  expect(gapSpans(columns)).toEqual([{ from: 1_000, to: 61_000 }]);
  expect(trackParts(columns).map((part) => part.length)).toEqual([2, 1]);
  const path = pathOf(columns, columns.speedH, { from: 0, to: 62_000 });
  expect(path.match(/M/g)).toHaveLength(2);
  expect(pathOf(columns, columns.wind, { from: 0, to: 1 })).toBe('');
  expect(extentOf(columns.speedH)).toEqual({ min: 0, max: 20 });
});

it('cuts the rows of a span out, and keeps its gaps apart', () => {
  const { at: rows, gaps, percent } = columnsWithin(columns, { from: 500, to: 61_500 });
  expect({ rows, gaps, percent }).toEqual({ rows: [0, 1_000, 61_000], gaps: [2], percent: [1, 1, 1] });
  expect(columnsWithin(columns, { from: 61_000, to: 70_000 })).toMatchObject({
    at: [61_000, 62_000],
    gaps: [],
    lng: [0.001, null],
  });
  expect(columnsWithin(columns, { from: -9, to: -5 }).at).toEqual([]);
});

it('finds when the aircraft was at a place, of several passages the one at hand', () => {
  const there = { lng: 0.0005, lat: 0 };
  expect(momentAt(columns, there, 0)).toBe(1_000);
  const twice = { ...columns, lng: [0, 0.0005, 0.001, 0.00051] };
  expect(momentAt(twice, there, 60_000)).toBe(62_000);
  expect(momentAt(twice, there, 2_000)).toBe(1_000);
  expect(momentAt({ ...columns, lng: [null, null, null, null] }, there, 0)).toBeNull();
});
