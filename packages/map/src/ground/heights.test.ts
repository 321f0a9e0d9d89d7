import { expect, test } from 'vitest';
import { createHeightSource } from './heights.ts';
import { boundsOfTile, tileAt, touches } from '@eyrie/geometry';

const place = { lng: 113.95, lat: 22.54 };
const terrain = {
  url: 'https://tiles.example/{z}/{x}/{y}.png',
  encoding: 'terrarium' as const,
  minZoom: 8,
  maxZoom: 12,
  bounds: { west: 113, south: 22, east: 115, north: 23 },
};

test('what has not come, lies outside or failed is unknown, never zero', async () => {
  const asked: string[] = [];
  const source = createHeightSource(terrain, (_terrain, { z, x, y }) => {
    asked.push(`${z}/${x}/${y}`);
    return z === 12
      ? Promise.reject(new Error('404'))
      : Promise.resolve({ size: 1, heights: new Float32Array([7]) });
  });
  expect(source.heightAt(place)).toBeNull();
  await source.load([place, place]);
  expect(source.heightAt(place)).toBeNull();
  expect(asked).toHaveLength(1);
  // A coarser tile is better than nothing.
  await source.tile(tileAt(place, 9));
  expect(source.heightAt(place)).toBe(7);
  expect(source.heightAt({ lng: 0, lat: 0 })).toBeNull();
  await expect(source.tile(tileAt({ lng: 0, lat: 0 }, 10))).resolves.toBeNull();
  expect(asked).toHaveLength(2);
  source.dispose();
});

test('a tile knows its box, also beside the antimeridian', () => {
  const tile = tileAt(place, 12);
  const box = boundsOfTile(tile);
  expect(place.lng).toBeGreaterThan(box.west);
  expect(place.lat).toBeLessThan(box.north);
  const over = { west: 179, south: -20, east: -179, north: -10 };
  expect(touches(tileAt({ lng: 179.9, lat: -15 }, 6), over)).toBe(true);
  expect(touches(tileAt({ lng: 0, lat: -15 }, 6), over)).toBe(false);
});
