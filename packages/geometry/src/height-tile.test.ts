import { expect, test } from 'vitest';
import { decodeHeights, heightWithin } from './height-tile.ts';

test('colours are metres', () => {
  // 128, 0, 0 is sea level of terrarium; 1 and 134 160 of mapbox is 0.
  expect([...decodeHeights(new Uint8ClampedArray([128, 100, 128, 255]), 'terrarium').heights]).toEqual([
    100.5,
  ]);
  expect([...decodeHeights(new Uint8ClampedArray([1, 134, 160, 255]), 'mapbox').heights]).toEqual([0]);
});

test('between four heights the ground is bilinear', () => {
  const tile = { size: 2, heights: new Float32Array([0, 10, 20, 30]) };
  expect(heightWithin(tile, 0.5, 0.5)).toBe(15);
  expect(heightWithin(tile, 0, 0)).toBe(0);
  expect(heightWithin(tile, 1, 1)).toBe(30);
});
