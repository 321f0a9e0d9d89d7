import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  heightOfLevel,
  levelOfHeight,
  rangeOfZoom,
  zoomForFlat,
  zoomForGlobe,
  zoomOfRange,
} from './scale.ts';

const wide = { width: 1920, height: 1080 };
const latitude = fc.double({ min: -84, max: 84, noNaN: true });
const side = fc.integer({ min: 100, max: 4000 });
const view = fc.record({ width: side, height: side });

test('the eye stands as high as the resolution of the flat map asks', () => {
  // Levels of the reference count 256 px tiles: one more than the zoom.
  expect(rangeOfZoom(0, 14, wide)).toBeCloseTo(7_943.57, 2);
  expect(rangeOfZoom(39.9, 14, wide)).toBeCloseTo(6_094.03, 1);
  expect(rangeOfZoom(31.23, 17, wide)).toBeCloseTo(849.06, 2);
  // The opening angle belongs to the longer side.
  expect(rangeOfZoom(0, 14, { width: 800, height: 1920 })).toBeCloseTo(7_943.57, 2);
});

test('a zoom comes back from its range for every view', () => {
  fc.assert(
    fc.property(latitude, fc.double({ min: 0, max: 24, noNaN: true }), view, (lat, zoom, size) => {
      expect(zoomOfRange(lat, rangeOfZoom(lat, zoom, size), size)).toBeCloseTo(zoom, 6);
    }),
  );
});

test.each([
  [1, 12_289_757],
  [5, 12_289_757],
  [6, 6_039_583],
  [8, 1_458_594],
  [10, 352_259],
  [12, 85_072],
  [14, 20_546],
  [15, 10_097],
  [16, 4_962],
  [18, 1_198],
  [19, 589],
  [20, 289.4],
  [26, 289.4],
])('level %d of the table is %d m', (level, height) => {
  expect(Math.abs(heightOfLevel(level) / height - 1)).toBeLessThan(1e-3);
  // Whatever lies beyond the ends belongs to the end.
  expect(levelOfHeight(heightOfLevel(level))).toBeCloseTo(Math.min(20, Math.max(5, level)), 9);
});

test('heights beyond the table belong to its ends', () => {
  expect(levelOfHeight(1000)).toBeCloseTo(18.2547, 4);
  expect(levelOfHeight(1)).toBe(20);
  expect(levelOfHeight(40_000_000)).toBe(5);
});

test('a switch to the globe and back keeps the zoom within the table', () => {
  fc.assert(
    fc.property(latitude, fc.double({ min: 4, max: 19, noNaN: true }), view, (lat, zoom, size) => {
      expect(zoomForFlat(lat, zoomForGlobe(lat, zoom, size), size)).toBeCloseTo(zoom, 6);
    }),
  );
});
