import { rasterRefusal } from './raster-fault.ts';
import type { Layout } from './raster-layout.ts';
import type { Placement } from './raster-place.ts';
import type { Pixels, Window } from './raster-pixels.ts';

/** Pixels of one side of a tile. */
export const SIDE = 256;
/** Parts of a side between which places are exact; within one the way of any projection is straight enough. */
const PARTS = 16;
const STEP = SIDE / PARTS;

/** Pixels of the file that one tile may need; only one that is drawn far too slanted needs more. */
const MOST_PIXELS = 32_000_000;

/** A tile of colours that are not multiplied with how opaque they are; null where nothing is. */
export type Tile = Uint8Array | null;

/** Columns and rows of the file at the corners of the parts of a tile. */
const gridOf = ({ pixelAt }: Placement, z: number, x: number, y: number) => {
  const columns = new Float64Array((PARTS + 1) ** 2);
  const rows = new Float64Array((PARTS + 1) ** 2);
  const size = 2 ** z;
  for (let down = 0; down <= PARTS; down += 1)
    for (let across = 0; across <= PARTS; across += 1) {
      const at = down * (PARTS + 1) + across;
      const [column, row] = pixelAt((x + across / PARTS) / size, (y + down / PARTS) / size);
      [columns[at], rows[at]] = [column, row];
    }
  return { columns, rows };
};
type Grid = ReturnType<typeof gridOf>;

/** The part of the file that a tile shows, one pixel more on each side; null where it shows none. */
const windowOf = ({ columns, rows }: Grid, { width, height }: Layout) => {
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const x = Math.max(0, Math.floor(left) - 1);
  const y = Math.max(0, Math.floor(top) - 1);
  const [endX, endY] = [Math.min(width, Math.ceil(right) + 1), Math.min(height, Math.ceil(bottom) + 1)];
  // A system that cannot hold the places of a tile has none of its pixels there.
  if (!(x < endX && y < endY)) return null;
  return { x, y, width: endX - x, height: endY - y };
};

/** Writes the pixel between four others, weighed by how near and how opaque they are. */
const blend = (
  out: Uint8Array,
  to: number,
  { rgba, width, height }: Window,
  column: number,
  row: number,
): void => {
  const fx = Math.floor(column);
  const fy = Math.floor(row);
  const dx = column - fx;
  const dy = row - fy;
  const x0 = fx < 0 ? 0 : fx;
  const y0 = fy < 0 ? 0 : fy;
  const x1 = fx + 1 < width ? fx + 1 : width - 1;
  const y1 = fy + 1 < height ? fy + 1 : height - 1;
  const p0 = (y0 * width + x0) * 4;
  const p1 = (y0 * width + x1) * 4;
  const p2 = (y1 * width + x0) * 4;
  const p3 = (y1 * width + x1) * 4;
  const a0 = rgba[p0 + 3] as number;
  if (a0 === 255 && rgba[p1 + 3] === 255 && rgba[p2 + 3] === 255 && rgba[p3 + 3] === 255) {
    for (let band = 0; band < 3; band += 1) {
      const top = (rgba[p0 + band] as number) * (1 - dx) + (rgba[p1 + band] as number) * dx;
      const bottom = (rgba[p2 + band] as number) * (1 - dx) + (rgba[p3 + band] as number) * dx;
      out[to + band] = top * (1 - dy) + bottom * dy + 0.5;
    }
    out[to + 3] = 255;
    return;
  }
  const w0 = (1 - dx) * (1 - dy) * a0;
  const w1 = dx * (1 - dy) * (rgba[p1 + 3] as number);
  const w2 = (1 - dx) * dy * (rgba[p2 + 3] as number);
  const w3 = dx * dy * (rgba[p3 + 3] as number);
  const alpha = w0 + w1 + w2 + w3;
  if (alpha < 0.5) return;
  for (let band = 0; band < 3; band += 1)
    out[to + band] =
      ((rgba[p0 + band] as number) * w0 +
        (rgba[p1 + band] as number) * w1 +
        (rgba[p2 + band] as number) * w2 +
        (rgba[p3 + band] as number) * w3) /
        alpha +
      0.5;
  out[to + 3] = alpha + 0.5;
};

/** Draws one part of a tile. @param at number of the part's first corner in the grid */
const drawPart = (
  out: Uint8Array,
  grid: Grid,
  window: Window,
  { width, height }: Layout,
  part: number,
): void => {
  const [across, down] = [part % PARTS, Math.floor(part / PARTS)];
  const at = down * (PARTS + 1) + across;
  const corners = (all: Float64Array): number[] =>
    [at, at + 1, at + PARTS + 1, at + PARTS + 2].map((one) => all[one] ?? 0);
  const [c0 = 0, c1 = 0, c2 = 0, c3 = 0] = corners(grid.columns);
  const [r0 = 0, r1 = 0, r2 = 0, r3 = 0] = corners(grid.rows);
  for (let y = 0; y < STEP; y += 1) {
    const v = (y + 0.5) / STEP;
    const [cl, cr] = [c0 + (c2 - c0) * v, c1 + (c3 - c1) * v];
    const [rl, rr] = [r0 + (r2 - r0) * v, r1 + (r3 - r1) * v];
    let to = ((down * STEP + y) * SIDE + across * STEP) * 4;
    for (let x = 0; x < STEP; x += 1, to += 4) {
      const u = (x + 0.5) / STEP;
      const column = cl + (cr - cl) * u;
      const row = rl + (rr - rl) * u;
      if (!(column >= 0 && row >= 0 && column < width && row < height)) continue;
      // Pixels are where their middle is.
      blend(out, to, window, column - 0.5 - window.x, row - 0.5 - window.y);
    }
  }
};

/** Draws one tile of the level whose pixels are about as large as those of the file. */
export async function drawTile(
  layout: Layout,
  placement: Placement,
  pixels: Pixels,
  place: { z: number; x: number; y: number },
): Promise<Tile> {
  const grid = gridOf(placement, place.z, place.x, place.y);
  const part = windowOf(grid, layout);
  if (!part) return null;
  if (part.width * part.height > MOST_PIXELS) throw rasterRefusal('layerRasterPlace', 'ModelTransformation');
  const window = await pixels(part.x, part.y, part.width, part.height);
  const out = new Uint8Array(SIDE * SIDE * 4);
  for (let at = 0; at < PARTS * PARTS; at += 1) drawPart(out, grid, window, layout, at);
  return coverOf(out) === 'none' ? null : out;
}

/** Whether a tile shows something everywhere, somewhere or nowhere. */
export function coverOf(tile: Uint8Array): 'all' | 'some' | 'none' {
  const first = tile[3] as number;
  for (let at = 7; at < tile.length; at += 4) if (tile[at] !== first) return 'some';
  return first === 0 ? 'none' : first === 255 ? 'all' : 'some';
}

/** Draws a tile into the quarter of the one above it, four pixels into one. @param quarter 0, 1 above, 2, 3 below */
export function drawQuarter(above: Uint8Array, tile: Uint8Array, quarter: number): void {
  const half = SIDE / 2;
  const [left, top] = [(quarter & 1) * half, (quarter >> 1) * half];
  for (let y = 0; y < half; y += 1)
    for (let x = 0; x < half; x += 1) {
      const p0 = (2 * y * SIDE + 2 * x) * 4;
      const p1 = p0 + 4;
      const p2 = p0 + SIDE * 4;
      const p3 = p2 + 4;
      const a0 = tile[p0 + 3] as number;
      const a1 = tile[p1 + 3] as number;
      const a2 = tile[p2 + 3] as number;
      const a3 = tile[p3 + 3] as number;
      const sum = a0 + a1 + a2 + a3;
      if (sum === 0) continue;
      const to = ((top + y) * SIDE + left + x) * 4;
      for (let band = 0; band < 3; band += 1)
        above[to + band] =
          ((tile[p0 + band] as number) * a0 +
            (tile[p1 + band] as number) * a1 +
            (tile[p2 + band] as number) * a2 +
            (tile[p3 + band] as number) * a3) /
            sum +
          0.5;
      above[to + 3] = sum / 4 + 0.5;
    }
}
