import { mosaicLimits } from '@eyrie/domain';
import { boundsOfTile, latOfRow, spotInView, type SeenSpot, type TileId } from '@eyrie/geometry';
import type { PhotoEye } from './mosaic-eye.ts';
import { SIDE, TILE_BYTES } from './raster-tile.ts';

/** A photo as it lies in memory: red, green and blue of each pixel. */
export interface DrawnPhoto {
  eye: PhotoEye;
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** A tile, and heights of the ground on it in rows from the north: metres above the ellipsoid, NaN where nobody knows. */
export interface MosaicTile extends TileId {
  ground: Float32Array;
}

const steps = mosaicLimits.groundSteps;

/** Height between four that are known; where one of them is not, what stands in for the ground. */
const heightAt = (ground: Float32Array, across: number, down: number, base: number): number => {
  const [x, y] = [
    Math.min(steps - 1, Math.floor(across * steps)),
    Math.min(steps - 1, Math.floor(down * steps)),
  ];
  const [right, below] = [across * steps - x, down * steps - y];
  const at = (column: number, row: number): number => {
    const height = ground[row * (steps + 1) + column] ?? Number.NaN;
    return Number.isNaN(height) ? base : height;
  };
  const upper = at(x, y) * (1 - right) + at(x + 1, y) * right;
  const lower = at(x, y + 1) * (1 - right) + at(x + 1, y + 1) * right;
  return upper * (1 - below) + lower * below;
};

/** The colour of a photo between its pixels, laid into a tile. */
const copy = (
  { width, height, pixels }: DrawnPhoto,
  { right, up }: SeenSpot,
  tile: Uint8Array,
  to: number,
): void => {
  const x = Math.min(width - 1, Math.max(0, ((right + 1) / 2) * width - 0.5));
  const y = Math.min(height - 1, Math.max(0, ((1 - up) / 2) * height - 0.5));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [beside, below] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const [tx, ty] = [x - left, y - top];
  for (let colour = 0; colour < 3; colour += 1) {
    const at = (column: number, row: number): number => pixels[(row * width + column) * 3 + colour] ?? 0;
    const upper = at(left, top) * (1 - tx) + at(beside, top) * tx;
    const lower = at(left, below) * (1 - tx) + at(beside, below) * tx;
    tile[to + colour] = Math.round(upper * (1 - ty) + lower * ty);
  }
  tile[to + 3] = 255;
};

/**
 * One tile of the map: each of its spots as the photo shows it that was taken most nearly above it. Transparent where
 * none shows it. @returns null where no photo shows any of it
 */
export function drawTile(
  { z, x, y, ground }: MosaicTile,
  photos: readonly DrawnPhoto[],
): { pixels: Uint8Array; whole: boolean } | null {
  const looks = photos.map((photo) => ({ photo, see: spotInView(photo.eye, photo.eye.roll) }));
  const { west, east } = boundsOfTile({ z, x, y });
  const pixels = new Uint8Array(TILE_BYTES);
  let drawn = 0;
  for (let row = 0; row < SIDE; row += 1) {
    const down = (row + 0.5) / SIDE;
    const lat = latOfRow((y + down) / 2 ** z);
    for (let column = 0; column < SIDE; column += 1) {
      const across = (column + 0.5) / SIDE;
      const lng = west + (east - west) * across;
      let best: SeenSpot | null = null;
      let from: DrawnPhoto | null = null;
      for (const { photo, see } of looks) {
        const height = heightAt(ground, across, down, photo.eye.base ?? Number.NaN);
        const spot = see(lng, lat, height);
        if (!spot || spot.slant > (best?.slant ?? mosaicLimits.slant)) continue;
        [best, from] = [spot, photo];
      }
      if (!best || !from) continue;
      drawn += 1;
      copy(from, best, pixels, (row * SIDE + column) * 4);
    }
  }
  return drawn === 0 ? null : { pixels, whole: drawn === SIDE * SIDE };
}

/** A tile from the four of the next level, north-western first and row by row; each pixel is the middle of those that are there. */
export function joinTiles(four: readonly (Uint8Array | null)[]): { pixels: Uint8Array; whole: boolean } {
  const pixels = new Uint8Array(TILE_BYTES);
  const half = SIDE / 2;
  let drawn = 0;
  for (let row = 0; row < SIDE; row += 1)
    for (let column = 0; column < SIDE; column += 1) {
      const from = four[(row < half ? 0 : 2) + (column < half ? 0 : 1)];
      if (!from) continue;
      const [x, y] = [(column % half) * 2, (row % half) * 2];
      const sum = [0, 0, 0];
      let count = 0;
      for (const at of [y * SIDE + x, y * SIDE + x + 1, (y + 1) * SIDE + x, (y + 1) * SIDE + x + 1]) {
        if (from[at * 4 + 3] === 0) continue;
        count += 1;
        for (let colour = 0; colour < 3; colour += 1)
          sum[colour] = (sum[colour] ?? 0) + (from[at * 4 + colour] ?? 0);
      }
      if (count === 0) continue;
      drawn += 1;
      const to = (row * SIDE + column) * 4;
      for (let colour = 0; colour < 3; colour += 1)
        pixels[to + colour] = Math.round((sum[colour] ?? 0) / count);
      pixels[to + 3] = 255;
    }
  return { pixels, whole: drawn === SIDE * SIDE };
}
