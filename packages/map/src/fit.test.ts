import { expect, test } from 'vitest';
import { cameraForBounds } from './fit.ts';
import { unitOf } from '@eyrie/geometry';

const size = { width: 1000, height: 800 };

test('a box fills what the margins leave', () => {
  const box = { west: 113, south: 22, east: 114, north: 22.2 };
  const camera = cameraForBounds(box, size, { padding: 100, maxZoom: 22 });
  const pixels = 512 * 2 ** camera.zoom;
  const [west, east] = [unitOf({ lng: 113, lat: 22 }), unitOf({ lng: 114, lat: 22 })];
  expect((east.x - west.x) * pixels).toBeCloseTo(800, 6);
  expect(camera.lng).toBeCloseTo(113.5, 9);
});

test('a margin at one side moves the middle away from it', () => {
  const box = { west: 113, south: 22, east: 114, north: 22.2 };
  const camera = cameraForBounds(box, size, { padding: { top: 0, bottom: 0, left: 400, right: 0 } });
  expect(camera.lng).toBeLessThan(113.5);
});

test('a single place is not shown from a hand’s breadth, a box over the antimeridian not from the far side', () => {
  expect(cameraForBounds({ west: 1, south: 2, east: 1, north: 2 }, size)).toMatchObject({ lng: 1, zoom: 16 });
  const over = cameraForBounds({ west: 179, south: -1, east: -179, north: 1 }, size);
  expect(Math.abs(over.lng)).toBeCloseTo(180, 6);
  expect(over.zoom).toBeGreaterThan(6);
});
