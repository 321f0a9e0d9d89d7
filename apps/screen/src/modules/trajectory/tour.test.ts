import { expect, it } from 'vitest';
import { tourView } from './tour.ts';

const docks = ['a', 'b'];

it('shows all docks, then each of them, and begins anew', () => {
  const seen = [0, 29_999, 30_000, 60_000, 89_999, 90_000].map((at) => tourView(docks, 30, at, null));
  expect(seen).toEqual([null, null, 'a', 'b', 'b', null]);
});

it('shows all docks for good without a tour, and where there is none', () => {
  expect(tourView(docks, null, 31_000, null)).toBeNull();
  expect(tourView([], 30, 31_000, null)).toBeNull();
});

it('is stopped by an alarm, and stands afterwards where it would have been', () => {
  expect(tourView(docks, 30, 30_000, 'b')).toBe('b');
  expect(tourView(docks, null, 30_000, 'b')).toBe('b');
  expect(tourView(docks, 30, 90_000, 'b')).toBe('b');
  expect(tourView(docks, 30, 90_000, null)).toBeNull();
  // An alarm of a dock that this screen does not see.
  expect(tourView(docks, 30, 30_000, 'c')).toBe('a');
});
