import { expect, it } from 'vitest';
import { deviationsOf } from './plan-deviation.ts';
import type { ReplayColumns } from './flight-record.calls.ts';

const none = [null, null, null, null, null];
const columns: ReplayColumns = {
  at: [0, 1_000, 2_000, 3_000, 4_000],
  gaps: [],
  lng: [0, 0.0005, 0.001, 0.0015, null],
  lat: [0, 0, 0, 0, 0],
  // It took off 100 m above the ellipsoid.
  height: [160, 160, 165, 171, 160],
  elevation: [60, 60, 65, 70, 60],
  speedH: none,
  speedV: none,
  head: none,
  percent: none,
  wind: none,
  link: none,
};
type Mode = 'relative' | 'ellipsoid' | 'ground';
const heightsOver = (...ends: [number, Mode][]): (number | null | undefined)[] =>
  deviationsOf({
    columns,
    plan: {
      state: 'flown',
      path: ends.map(([height, heightMode], at) => ({ lng: at * 0.001, lat: 0, height, heightMode })),
      seconds: null,
    },
  }).map((one) => one && one.height);

it('compares heights where plan and record count them alike', () => {
  expect(heightsOver([60, 'relative'], [60, 'relative'])).toEqual([0, 0, 5, null, null]);
  expect(heightsOver([160, 'ellipsoid'], [160, 'ellipsoid'])).toEqual([0, 0, 5, null, null]);
});

it('converts heights of a route of several modes by what was recorded, and leaves out those above the ground', () => {
  const mixed = heightsOver([60, 'relative'], [160, 'ellipsoid'], [60, 'relative']);
  expect(mixed).toEqual([0, 0, 5, 10, null]);
  const ground = heightsOver([60, 'relative'], [160, 'ellipsoid'], [60, 'ground']);
  expect(ground.slice(0, 2)).toEqual([0, 0]);
  expect(ground[3]).toBeNull();
  expect(heightsOver([60, 'ground'], [60, 'ground'])[0]).toBeNull();
});
