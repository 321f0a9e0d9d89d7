import { pyramidLevels } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { middleAfter, smallestTile, tilesInSight } from './pyramid-tiles.ts';

const pyramid = { width: 16_000, height: 8_000 };
const area = { width: 1_000, height: 500 };

describe('tiles in sight', () => {
  it('of the whole photo are few, of a size that fits the screen, and cover it', () => {
    const tiles = tilesInSight(pyramid, { zoom: 1, area });
    // A sixteenth of the sides: 1,000 × 500 pixels.
    expect(tiles.map(({ tile }) => tile)).toEqual([
      pyramidLevels(pyramid)[4]?.first,
      (pyramidLevels(pyramid)[4]?.first ?? 0) + 1,
    ]);
    expect(tiles.reduce((sum, { width, height }) => sum + width * height, 0)).toBeCloseTo(16_000 * 8_000, 0);
  });

  it('of a part lie about its middle, at full size where one pixel is one', () => {
    const tiles = tilesInSight(pyramid, { zoom: 16, middle: { x: 5_000, y: 3_000 }, area });
    expect(tiles.every(({ tile }) => tile < 32 * 16)).toBe(true);
    const xs = tiles.map(({ x }) => x);
    expect(Math.min(...xs)).toBeLessThanOrEqual(4_500);
    expect(Math.max(...xs) + 512).toBeGreaterThanOrEqual(5_500);
    expect(tiles.length).toBeLessThanOrEqual(3 * 3);
  });

  it('end with the photo, and are none where nothing is shown', () => {
    const corner = tilesInSight(pyramid, { zoom: 16, middle: { x: 16_000, y: 8_000 }, area });
    expect(corner.at(-1)).toMatchObject({ x: 31 * 512, y: 15 * 512, width: 128, height: 320 });
    expect(tilesInSight(pyramid, { zoom: 1, area: { width: 0, height: 0 } })).toEqual([]);
  });

  it('are others after an arrow key, where it is made larger, and end with the photo', () => {
    expect(middleAfter(pyramid, 'ArrowRight', { zoom: 4 })).toEqual({ x: 8_800, y: 4_000 });
    expect(middleAfter(pyramid, 'ArrowUp', { zoom: 4, middle: { x: 5, y: 100 } })).toEqual({ x: 5, y: 0 });
    expect(middleAfter(pyramid, 'ArrowRight', { zoom: 1 })).toBeNull();
    expect(middleAfter(pyramid, 'Enter', { zoom: 4 })).toBeNull();
  });

  it('begin with one that shows all of it', () => {
    expect(smallestTile({ width: 512, height: 100 })).toBe(0);
    expect(smallestTile({ width: 1_100, height: 600 })).toBe(8);
  });
});
