import { describe, expect, it } from 'vitest';
import { gridOf, mostOff } from './raster-grid.ts';
import type { Layout } from './raster-layout.ts';
import { placementOf, type Placement } from './raster-place.ts';
import { coverOf, drawQuarter, drawTile, SIDE, TILE_BYTES } from './raster-tile.ts';

const [width, height] = [700, 600];
const layout = { width, height } as Layout;
/** The same figures in every run. */
const noise = (at: number): number => (Math.imul(at ^ 0x5bd1_e995, 0x9e37_79b1) >>> 13) & 255;
const picture = (opacity: (at: number) => number): Uint8Array => {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    rgba.set([noise(at), noise(at + 1e6), noise(at + 2e6), opacity(at)], at * 4);
  return rgba;
};

const pixelsOf = (rgba: Uint8Array) => async (x: number, y: number, wide: number, high: number) => {
  const part = new Uint8Array(wide * high * 4);
  for (let row = 0; row < high; row += 1)
    part.set(rgba.subarray(((y + row) * width + x) * 4, ((y + row) * width + x + wide) * 4), row * wide * 4);
  return { x, y, width: wide, height: high, rgba: part, words: new Int32Array(part.buffer) };
};

const affine = (turn: number, scale: number, x: number, y: number): Placement =>
  ({
    pixelAt: (u: number, v: number) => [
      x + scale * SIDE * (u * Math.cos(turn) - v * Math.sin(turn)),
      y + scale * SIDE * (u * Math.sin(turn) + v * Math.cos(turn)),
    ],
  }) as Placement;

/** The exact colour of a place between four pixels, in figures with a point; null outside of the picture. */
const exactAt = (rgba: Uint8Array, column: number, row: number): number[] | null => {
  if (!(column >= 0 && row >= 0 && column < width && row < height)) return null;
  const at = (x: number, y: number, band: number): number =>
    rgba[
      (Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))) * 4 + band
    ] as number;
  const [x, y] = [Math.floor(column - 0.5), Math.floor(row - 0.5)];
  const [dx, dy] = [column - 0.5 - x, row - 0.5 - y];
  const weights = [
    [0, 0, (1 - dx) * (1 - dy)],
    [1, 0, dx * (1 - dy)],
    [0, 1, (1 - dx) * dy],
    [1, 1, dx * dy],
  ] as const;
  const alpha = weights.reduce((sum, [i, j, weight]) => sum + weight * at(x + i, y + j, 3), 0);
  const colour = (band: number): number =>
    weights.reduce((sum, [i, j, weight]) => sum + weight * at(x + i, y + j, 3) * at(x + i, y + j, band), 0) /
    alpha;
  return [colour(0), colour(1), colour(2), alpha];
};

describe('a tile', () => {
  it.each<[string, Placement, (at: number) => number]>([
    ['opaque', affine(0, 1, 20.3, 30.7), () => 255],
    ['turned and smaller', affine(0.4, 1.3, 150, 20), () => 255],
    ['magnified', affine(-0.1, 0.37, 90, 200), () => 255],
    ['with holes', affine(0.02, 1, 20.3, 30.7), (at) => (noise(at >> 5) < 90 ? 0 : 255)],
    ['half through', affine(0.02, 1, 20.3, 30.7), (at) => noise(at + 7)],
    ['over the edge', affine(0.02, 1.1, -60.2, 410.4), () => 255],
  ])('%s has each colour at most 2 of 255 away from the exact one', async (_, placement, opacity) => {
    const rgba = picture(opacity);
    const drawn = await drawTile(
      layout,
      placement,
      pixelsOf(rgba),
      { z: 0, x: 0, y: 0 },
      () => new Uint8Array(TILE_BYTES),
    );
    const tile = drawn?.tile ?? new Uint8Array(TILE_BYTES);
    let worst = 0;
    for (let y = 0; y < SIDE; y += 1)
      for (let x = 0; x < SIDE; x += 1) {
        const found = tile.subarray((y * SIDE + x) * 4, (y * SIDE + x) * 4 + 4);
        const exact = exactAt(rgba, ...placement.pixelAt((x + 0.5) / SIDE, (y + 0.5) / SIDE));
        // A colour that hardly shines through is not seen, and has few figures.
        const bands = exact && exact[3] !== undefined && exact[3] > 40 ? [0, 1, 2, 3] : [3];
        for (const band of bands)
          worst = Math.max(worst, Math.abs((found[band] as number) - (exact?.[band] ?? 0)));
      }
    expect(worst).toBeLessThanOrEqual(2);
    expect(drawn?.cover).toBe(coverOf(tile));
  });

  it('gives the one above the mean of four, rounded', () => {
    for (const opacity of [() => 255, (at: number) => noise(at + 3)]) {
      const tile = picture(opacity).slice(0, TILE_BYTES);
      const above = new Uint8Array(TILE_BYTES);
      drawQuarter(above, tile, 3);
      for (let at = 0; at < 128 * 128; at += 1) {
        const [x, y] = [at % 128, at >> 7];
        const four = [0, 1, SIDE, SIDE + 1].map((more) => (2 * y * SIDE + 2 * x + more) * 4);
        const of = (band: number) => four.map((place) => tile[place + band] as number);
        const alpha = of(3);
        const sum = alpha.reduce((one, other) => one + other, 0);
        const to = ((128 + y) * SIDE + 128 + x) * 4;
        for (let band = 0; band < 3; band += 1) {
          const mean = of(band).reduce((all, value, one) => all + value * (alpha[one] as number), 0) / sum;
          expect(Math.abs((above[to + band] as number) - mean)).toBeLessThanOrEqual(0.5 + 1e-9);
        }
        expect(Math.abs((above[to + 3] as number) - sum / 4)).toBeLessThanOrEqual(0.5);
      }
      expect(above.subarray(0, TILE_BYTES / 2).every((value) => value === 0)).toBe(true);
    }
  });
});

describe('where the pixels of a tile lie', () => {
  const utm = (epsg: number, pixel: number, west: number, north: number, side: number) =>
    placementOf(
      {
        pixelScale: [pixel, pixel, 0],
        tiePoints: [0, 0, 0, west, north, 0],
        transformation: [],
        keys: {
          GTModelTypeGeoKey: epsg === 4326 ? 2 : 1,
          [epsg === 4326 ? 'GeographicTypeGeoKey' : 'ProjectedCSTypeGeoKey']: epsg,
        },
      },
      side,
      side,
    );

  it.each<[string, Placement, number, number, number, number]>([
    ['UTM at 5 cm', utm(32632, 0.05, 500_000, 5_316_000, 10_000), 21, 0.525, 0.3465, 2],
    ['UTM at 500 m', utm(32632, 500, 300_000, 6_500_000, 2_000), 8, 0.525, 0.3465, 16],
    ['degrees far in the north', utm(4326, 0.01, 0, 84, 3_000), 7, 0.525, 0.1, 16],
  ])('is at most a 32nd of a pixel off for %s', (_, placement, z, u, v, mostParts) => {
    const [x, y] = [Math.floor(u * 2 ** z), Math.floor(v * 2 ** z)];
    const { parts, columns, rows } = gridOf(placement, z, x, y);
    expect(parts).toBeLessThanOrEqual(mostParts);
    let worst = 0;
    for (let down = 0; down < SIDE; down += 5)
      for (let across = 0; across < SIDE; across += 5) {
        const [s, t] = [((across + 0.5) / SIDE) * parts, ((down + 0.5) / SIDE) * parts];
        const at = Math.floor(t) * (parts + 1) + Math.floor(s);
        const between = (all: Float64Array): number => {
          const [a = 0, b = 0, c = 0, d = 0] = [at, at + 1, at + parts + 1, at + parts + 2].map(
            (one) => all[one],
          );
          return (
            (a * (1 - (s % 1)) + b * (s % 1)) * (1 - (t % 1)) + (c * (1 - (s % 1)) + d * (s % 1)) * (t % 1)
          );
        };
        const [column, row] = placement.pixelAt(
          (x + (across + 0.5) / SIDE) / 2 ** z,
          (y + (down + 0.5) / SIDE) / 2 ** z,
        );
        worst = Math.max(worst, Math.hypot(between(columns) - column, between(rows) - row));
      }
    expect(worst).toBeLessThanOrEqual(mostOff * 1.1);
  });
});
