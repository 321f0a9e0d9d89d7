import { expect, test } from 'vitest';
import { graticule, graticuleStep } from './graticule.ts';

test('the step is the finest that keeps lines apart', () => {
  expect(graticuleStep(0.001, 150)).toBe(0.2);
  expect(graticuleStep(0.001, 200)).toBe(0.2);
  expect(graticuleStep(1, 150)).toBe(30);
  expect(graticuleStep(1e-9, 150)).toBe(0.0002);
});

test('every line in view is there, with its figure and hemisphere', () => {
  const lines = graticule({ west: -0.25, south: -0.1, east: 0.25, north: 0.3 }, 0.2);
  expect(lines.map((line) => line.label)).toEqual(['0.2° W', '0.0°', '0.2° E', '0.0°', '0.2° N']);
});

test('across the antimeridian figures stay within ±180', () => {
  const labels = graticule({ west: 170, south: 0, east: -170, north: 5 }, 10).map((line) => line.label);
  expect(labels).toContain('170° E');
  expect(labels).toContain('170° W');
  expect(labels).toContain('180° W');
});

test('lines stop where Mercator does', () => {
  for (const line of graticule({ west: 0, south: -90, east: 60, north: 90 }, 30))
    for (const [, lat] of line.path) expect(Math.abs(lat)).toBeLessThanOrEqual(85);
});
