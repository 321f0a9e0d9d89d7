import { distance, tileAt } from '@eyrie/geometry';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onMainland } from './mainland.ts';
import { shifted, toGcj02, unshifted } from './shift.ts';
import { shiftedPieces } from './tiles.ts';

test.each([
  [116.404, 39.915, 116.410_244_499, 39.916_404_282],
  [121.4737, 31.2304, 121.478_223_059, 31.228_457_738],
  [113.9583, 22.5428, 113.963_199_505, 22.539_816_036],
])('%d, %d is shifted to the ninth decimal', (lng, lat, east, north) => {
  const there = toGcj02({ lng, lat });
  expect(there.lng).toBeCloseTo(east, 9);
  expect(there.lat).toBeCloseTo(north, 9);
});

test('the way back ends at the same millimetre', () => {
  const place = fc.record({
    lng: fc.double({ min: 75, max: 134, noNaN: true }),
    lat: fc.double({ min: 18, max: 53, noNaN: true }),
  });
  fc.assert(
    fc.property(place, fc.constantFrom('gcj02' as const, 'bd09' as const), (from, datum) => {
      expect(distance(unshifted(shifted(from, datum), datum), from)).toBeLessThan(0.001);
    }),
  );
});

test.each([
  ['Beijing', 116.4, 39.9, true],
  ['Shenzhen', 114.05, 22.55, true],
  ['Ürümqi', 87.6, 43.8, true],
  ['Sanya', 109.5, 18.25, true],
  ['Harbin', 126.6, 45.75, true],
  ['Hong Kong', 114.17, 22.28, false],
  ['Macau', 113.545, 22.19, false],
  ['Taipei', 121.56, 25.03, false],
  ['Seoul', 126.98, 37.57, false],
  ['Hanoi', 105.85, 21.03, false],
  ['Ulaanbaatar', 106.9, 47.9, false],
  ['Dubai', 55.3, 25.2, false],
])('%s is decided', (_name, lng, lat, inside) => {
  expect(onMainland({ lng, lat })).toBe(inside);
});

test('a tile is put together from its neighbours, by as many pixels as the source is off', () => {
  const place = { lng: 116.404, lat: 39.915 };
  const wanted = tileAt(place, 16);
  const pieces = shiftedPieces(wanted, 'gcj02');
  expect(pieces).toHaveLength(4);
  // 532 m east at this latitude: 1.13 tiles of 469 m; the piece to the left begins 0.13 of a side before the tile.
  expect(pieces[0]?.tile.x).toBe(wanted.x + 1);
  expect(pieces[0]?.left).toBeCloseTo(-0.1367, 2);
  expect((pieces[1]?.left ?? 0) - (pieces[0]?.left ?? 0)).toBeCloseTo(1, 9);
  // Where nothing is shifted the tile is itself.
  expect(shiftedPieces(wanted, 'wgs84')).toEqual([{ tile: wanted, left: 0, top: 0 }]);
});
