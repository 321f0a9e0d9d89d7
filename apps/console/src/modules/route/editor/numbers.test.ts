import { expect, it } from 'vitest';
import { numberOf, placeOf } from './numbers.ts';

it('reads digits of other scripts and decimal commas', () => {
  expect(['١٢٫٥', '۱۲', '１２．５', '12,5', '−3', ' 7 '].map(numberOf)).toEqual([
    12.5, 12, 12.5, 12.5, -3, 7,
  ]);
  expect(['', '1.2.3', 'abc', '1e5', '--1'].map(numberOf)).toEqual([null, null, null, null, null]);
});

it('reads a place, and refuses what lies nowhere', () => {
  expect(placeOf('121.47, 31.23')).toEqual({ lng: 121.47, lat: 31.23 });
  expect(placeOf('121.47 31.23')).toEqual({ lng: 121.47, lat: 31.23 });
  expect(placeOf('41.1718, 114.7432')).toEqual({ lng: 114.7432, lat: 41.1718 });
  expect(placeOf('95.5, 121.47')).toBeNull();
  expect(placeOf('121.47')).toBeNull();
});
