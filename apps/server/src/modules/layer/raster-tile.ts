import { rasterRefusal } from './raster-fault.ts';
import { gridOf, type Grid } from './raster-grid.ts';
import type { Layout } from './raster-layout.ts';
import type { Placement } from './raster-place.ts';
import type { Pixels, Window } from './raster-pixels.ts';

/** Pixels of one side of a tile, and bytes of all of them. */
export const SIDE = 256;
export const TILE_BYTES = SIDE * SIDE * 4;
/** Pixels of the file that one tile may need; only one that is drawn far too slanted needs more. */
const MOST_PIXELS = 32_000_000;

/** Whether a tile shows something everywhere, somewhere or nowhere. */
export type Cover = 'all' | 'some' | 'none';

/** Each pixel as one word. Tiles begin a buffer, and all machines that this runs on have the lowest byte first. */
const wordsOf = (tile: Uint8Array): Int32Array =>
  new Int32Array(tile.buffer, tile.byteOffset, tile.length / 4);

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

/** Places along one row of a part: where the first is, in pixels of the window, and how far it is to the next. */
interface Run {
  column: number;
  row: number;
  columnStep: number;
  rowStep: number;
  length: number;
}

/** Bytes 0 and 2 of a word; two colours are blended at once in the room that the others leave. */
const PAIR = 0x00ff_00ff;
/** A half of each, so that what is cut off afterwards is rounded. */
const HALF = 0x0080_0080;
/** Places of a run are counted in these parts of a pixel; what a run of 128 adds up to is a 500th of a pixel. */
const FINE = 65_536;
/** Windows that are larger cannot be counted so. */
const MOST_SIDE = 32_767;

/**
 * Writes a run whose places have four pixels around them. Opaque ones are weighed in 256ths, two colours at once; the
 * result is at most 2 of 255 away from the exact one.
 * @returns whether all of the run is opaque
 */
const drawInside = (out: Uint8Array, words: Int32Array, from: number, window: Window, run: Run): boolean => {
  const { width, words: pixels } = window;
  const columnStep = Math.round(run.columnStep * FINE);
  const rowStep = Math.round(run.rowStep * FINE);
  // Half of a 256th more: weights are then rounded by being cut off.
  let column = Math.round(run.column * FINE) + 128;
  let row = Math.round(run.row * FINE) + 128;
  const end = from + run.length;
  let opaque = true;
  for (let at = from; at < end; at += 1, column += columnStep, row += rowStep) {
    const place = Math.imul(row >> 16, width) + (column >> 16);
    const p0 = pixels[place] as number;
    const p1 = pixels[place + 1] as number;
    const p2 = pixels[place + width] as number;
    const p3 = pixels[place + width + 1] as number;
    if ((p0 & p1 & p2 & p3) >>> 24 !== 255) {
      opaque = false;
      blend(out, at * 4, window, (column - 128) / FINE, (row - 128) / FINE);
      continue;
    }
    const right = (column >> 8) & 255;
    const below = (row >> 8) & 255;
    // The difference of two pairs carries from one to the other and back: what is left over lies outside of the mask.
    const rb0 = p0 & PAIR;
    const rb2 = p2 & PAIR;
    const ga0 = (p0 >>> 8) & PAIR;
    const ga2 = (p2 >>> 8) & PAIR;
    const rbTop = (rb0 + ((Math.imul((p1 & PAIR) - rb0, right) + HALF) >>> 8)) & PAIR;
    const rbEnd = (rb2 + ((Math.imul((p3 & PAIR) - rb2, right) + HALF) >>> 8)) & PAIR;
    const gaTop = (ga0 + ((Math.imul(((p1 >>> 8) & PAIR) - ga0, right) + HALF) >>> 8)) & PAIR;
    const gaEnd = (ga2 + ((Math.imul(((p3 >>> 8) & PAIR) - ga2, right) + HALF) >>> 8)) & PAIR;
    const rb = (rbTop + ((Math.imul(rbEnd - rbTop, below) + HALF) >>> 8)) & PAIR;
    const ga = (gaTop + ((Math.imul(gaEnd - gaTop, below) + HALF) >>> 8)) & PAIR;
    words[at] = rb | (ga << 8);
  }
  return opaque;
};

/** Writes a run that may leave the picture or touch its edge. */
const drawEdge = (
  out: Uint8Array,
  from: number,
  window: Window,
  { width, height }: Layout,
  run: Run,
): void => {
  for (let one = 0; one < run.length; one += 1) {
    const column = run.column + one * run.columnStep;
    const row = run.row + one * run.rowStep;
    // Pixels are where their middle is.
    const [inFile, below] = [column + 0.5 + window.x, row + 0.5 + window.y];
    if (inFile >= 0 && below >= 0 && inFile < width && below < height)
      blend(out, (from + one) * 4, window, column, row);
  }
};

/** Whether a place and the last one of its run have pixels of the window on all sides, also as they are rounded. */
const isInside = ({ width, height }: Window, { column, row, columnStep, rowStep, length }: Run): boolean => {
  const [endColumn, endRow] = [column + columnStep * length, row + rowStep * length];
  return (
    Math.min(column, endColumn) >= 0.01 &&
    Math.min(row, endRow) >= 0.01 &&
    Math.max(column, endColumn) + 0.01 < width - 1 &&
    Math.max(row, endRow) + 0.01 < height - 1 &&
    Math.max(width, height) <= MOST_SIDE
  );
};

/** Draws one part of a tile. @param part its number, row by row @returns whether all of it is surely opaque */
const drawPart = (
  out: Uint8Array,
  words: Int32Array,
  grid: Grid,
  window: Window,
  layout: Layout,
  part: number,
): boolean => {
  const { parts } = grid;
  let opaque = true;
  const length = SIDE / parts;
  const [across, down] = [part % parts, Math.floor(part / parts)];
  const at = down * (parts + 1) + across;
  const corners = (all: Float64Array): number[] =>
    [at, at + 1, at + parts + 1, at + parts + 2].map((one) => all[one] ?? 0);
  const [c0 = 0, c1 = 0, c2 = 0, c3 = 0] = corners(grid.columns);
  const [r0 = 0, r1 = 0, r2 = 0, r3 = 0] = corners(grid.rows);
  for (let y = 0; y < length; y += 1) {
    const v = (y + 0.5) / length;
    const [left, right] = [c0 + (c2 - c0) * v, c1 + (c3 - c1) * v];
    const [first, last] = [r0 + (r2 - r0) * v, r1 + (r3 - r1) * v];
    const columnStep = (right - left) / length;
    const rowStep = (last - first) / length;
    const column = left + columnStep / 2 - 0.5 - window.x;
    const row = first + rowStep / 2 - 0.5 - window.y;
    const run = { column, row, columnStep, rowStep, length };
    const from = (down * length + y) * SIDE + across * length;
    if (isInside(window, run)) opaque = drawInside(out, words, from, window, run) && opaque;
    else {
      opaque = false;
      drawEdge(out, from, window, layout, run);
    }
  }
  return opaque;
};

/**
 * Draws one tile of the level whose pixels are about as large as those of the file.
 * @param take gives a clear tile to draw on, asked for only where there is something to draw
 * @returns colours that are not multiplied with how opaque they are; null where the file does not reach
 */
export async function drawTile(
  layout: Layout,
  placement: Placement,
  pixels: Pixels,
  place: { z: number; x: number; y: number },
  take: () => Uint8Array,
): Promise<{ tile: Uint8Array; cover: Cover } | null> {
  const grid = gridOf(placement, place.z, place.x, place.y);
  const part = windowOf(grid, layout);
  if (!part) return null;
  if (part.width * part.height > MOST_PIXELS) throw rasterRefusal('layerRasterPlace', 'ModelTransformation');
  const window = await pixels(part.x, part.y, part.width, part.height);
  const tile = take();
  const words = wordsOf(tile);
  let opaque = true;
  for (let at = 0; at < grid.parts ** 2; at += 1)
    opaque = drawPart(tile, words, grid, window, layout, at) && opaque;
  return { tile, cover: opaque ? 'all' : coverOf(tile) };
}

/** How much of a tile shows something. */
export function coverOf(tile: Uint8Array): Cover {
  const words = wordsOf(tile);
  let every = -1;
  let any = 0;
  for (let at = 0; at < words.length; at += 1) {
    every &= words[at] as number;
    any |= words[at] as number;
  }
  return any >>> 24 === 0 ? 'none' : every >>> 24 === 255 ? 'all' : 'some';
}

/** One pixel of four that are not all opaque, each weighed by how opaque it is. */
const meanOf = (above: Uint8Array, to: number, tile: Uint8Array, p0: number): void => {
  const [p1, p2, p3] = [p0 + 4, p0 + SIDE * 4, p0 + SIDE * 4 + 4];
  const a0 = tile[p0 + 3] as number;
  const a1 = tile[p1 + 3] as number;
  const a2 = tile[p2 + 3] as number;
  const a3 = tile[p3 + 3] as number;
  const sum = a0 + a1 + a2 + a3;
  if (sum === 0) return;
  for (let band = 0; band < 3; band += 1)
    above[to + band] =
      ((tile[p0 + band] as number) * a0 +
        (tile[p1 + band] as number) * a1 +
        (tile[p2 + band] as number) * a2 +
        (tile[p3 + band] as number) * a3) /
        sum +
      0.5;
  above[to + 3] = sum / 4 + 0.5;
};

/** Two quarters of a whole, rounded. */
const TWO = 0x0002_0002;

/** Draws a tile into the quarter of the one above it, four pixels into one. @param quarter 0, 1 above, 2, 3 below */
export function drawQuarter(above: Uint8Array, tile: Uint8Array, quarter: number): void {
  const half = SIDE / 2;
  const [left, top] = [(quarter & 1) * half, (quarter >> 1) * half];
  const [from, into] = [wordsOf(tile), wordsOf(above)];
  for (let y = 0; y < half; y += 1)
    for (let x = 0; x < half; x += 1) {
      const place = 2 * y * SIDE + 2 * x;
      const to = (top + y) * SIDE + left + x;
      const p0 = from[place] as number;
      const p1 = from[place + 1] as number;
      const p2 = from[place + SIDE] as number;
      const p3 = from[place + SIDE + 1] as number;
      if ((p0 & p1 & p2 & p3) >>> 24 !== 255) {
        meanOf(above, to * 4, tile, place * 4);
        continue;
      }
      const rb = ((p0 & PAIR) + (p1 & PAIR) + (p2 & PAIR) + (p3 & PAIR) + TWO) >>> 2;
      const ga =
        (((p0 >>> 8) & PAIR) + ((p1 >>> 8) & PAIR) + ((p2 >>> 8) & PAIR) + ((p3 >>> 8) & PAIR) + TWO) >>> 2;
      into[to] = (rb & PAIR) | ((ga & PAIR) << 8);
    }
}
