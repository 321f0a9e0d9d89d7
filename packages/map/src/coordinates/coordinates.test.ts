import { distance, type Place } from '@eyrie/geometry';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coordinateForms, coordinateText } from './forms.ts';
import { parseCoordinates } from './parse.ts';
import { placeOfUtm, utmOf } from './utm.ts';

const shenzhen = { lng: 113.95, lat: 22.54 };

test('a place is written in four forms', () => {
  expect(coordinateText(shenzhen, 'decimal')).toBe('113.950000, 22.540000');
  expect(coordinateText(shenzhen, 'dms')).toBe('113°57′00.00″E 22°32′24.00″N');
  expect(coordinateText(shenzhen, 'utm')).toMatch(/^49Q 80\d{4} 249\d{4}$/);
  expect(coordinateText(shenzhen, 'mgrs')).toMatch(/^49Q HE \d{5} \d{5}$/);
  // Rounding reaches the minute and the degree.
  expect(coordinateText({ lng: -0.999_999_9, lat: -10 }, 'dms')).toBe('1°00′00.00″W 10°00′00.00″S');
  // Where the grids end the place is still said.
  expect(coordinateText({ lng: 10, lat: 89 }, 'utm')).toBe('10.000000, 89.000000');
});

test('UTM is that of published places', () => {
  // Washington Monument, Sydney Opera House.
  const north = utmOf({ lng: -77.035_278, lat: 38.889_484 });
  expect([north?.zone, north?.band]).toEqual([18, 'S']);
  expect(north?.easting).toBeCloseTo(323_483, -1);
  expect(north?.northing).toBeCloseTo(4_306_480, -2);
  const south = utmOf({ lng: 151.214_9, lat: -33.857 });
  expect([south?.zone, south?.band]).toEqual([56, 'H']);
  expect(south?.northing).toBeCloseTo(6_252_000, -3);
  // On the middle of a zone a metre east is 0.9996 of the grid; Bergen lies in the wider zone.
  expect(utmOf({ lng: 3, lat: 0 })?.easting).toBeCloseTo(500_000, 6);
  expect(utmOf({ lng: 5.3, lat: 60.4 })?.zone).toBe(32);
});

const anywhere = fc.record({
  lng: fc.double({ min: -180, max: 179.999, noNaN: true }),
  lat: fc.double({ min: -79.9, max: 83.9, noNaN: true }),
});

test('UTM leads back to the same millimetre', () => {
  fc.assert(
    fc.property(anywhere, (place) => {
      const utm = utmOf(place);
      expect(utm && distance(placeOfUtm(utm), place)).toBeLessThan(0.001);
    }),
  );
});

test('a grid square over the antimeridian is on one side of it', () => {
  expect(parseCoordinates(coordinateText({ lng: -180, lat: -79.9 }, 'mgrs'))).toHaveProperty('place');
});

test('every form that is written is read again', () => {
  fc.assert(
    fc.property(anywhere, fc.constantFrom(...coordinateForms), (place: Place, form) => {
      const read = parseCoordinates(coordinateText(place, form));
      // MGRS names a square of a metre, UTM is written in whole metres.
      expect('place' in read && distance(read.place, place)).toBeLessThan(form === 'mgrs' ? 3 : 1);
    }),
  );
});

test.each([
  '113.95, 22.54',
  '113.95 22.54',
  '113.95，22.54',
  '١١٣٫٩٥، ٢٢٫٥٤',
  '22.54N 113.95E',
  '22.54, 113.95',
  '113.95° E, 22.54° N',
  `113°57'0"E 22°32'24"N`,
  `22°32′24″N, 113°57′E`,
])('%s is read', (written) => {
  const read = parseCoordinates(written);
  expect('place' in read && distance(read.place, shenzhen)).toBeLessThan(0.5);
});

test.each([
  ['95.5, 113.95', 'latitude', 113.95, -90, 90],
  ['113.95E, 95.5', 'latitude', 95.5, -90, 90],
  ['181, 22', 'longitude', 181, -180, 180],
  [`113°61'0"E 22°0'0"N`, 'minutes', 61, 0, 59],
  ['61Q 807000 2495000', 'zone', 61, 1, 60],
  ['49Q 950000 2495000', 'easting', 950_000, 100_000, 900_000],
] as const)('%s is refused by name with its range', (written, refused, value, least, most) => {
  expect(parseCoordinates(written)).toEqual({ refused, value, least, most });
});

test.each([
  '',
  'somewhere',
  '1, 2, 3',
  '113.95',
  '49Q',
  '49I 807000 2495000',
  '22N 23N',
  '1'.repeat(100),
  'NaN, 3',
])('%s is no place', (written) => {
  expect(parseCoordinates(written)).toEqual({ refused: 'form' });
});
