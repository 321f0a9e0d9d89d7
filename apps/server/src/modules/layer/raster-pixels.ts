import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { limits } from '@eyrie/domain/rules';
import { writeColours, type Range } from './raster-colour.ts';
import type { RasterFile } from './raster-file.ts';
import type { Layout } from './raster-layout.ts';
import { unpackBlock } from './raster-unpack.ts';

type Samples = Uint8Array | Uint16Array;

/** Part of a picture as RGBA, row by row. */
export interface Window {
  x: number;
  y: number;
  width: number;
  height: number;
  rgba: Uint8Array;
  /** The same, each pixel as one word whose highest byte says how opaque it is. */
  words: Int32Array;
}

/** Samples of one block in the file; null where the file leaves it out because nothing is there. */
const readBlock = async (
  file: FileHandle,
  layout: Layout,
  at: number,
  rows: number,
): Promise<Samples | null> => {
  const [offset = 0, count = 0] = [layout.offsets[at], layout.counts[at]];
  if (count === 0) return null;
  const packed = new Uint8Array(count);
  // Without a wait: this thread has nothing else to do, and the system's few would first encode tiles.
  readSync(file.fd, packed, 0, count, offset);
  return unpackBlock(packed, layout, rows);
};

/** Rows of a row of blocks that belong to the picture. */
const rowsIn = ({ height, blockHeight }: Layout, down: number): number =>
  Math.min(blockHeight, height - down * blockHeight);

type Make = (
  across: number,
  down: number,
  take: (length: number) => Uint8Array,
) => Promise<Uint8Array | null>;

/**
 * Blocks that were unpacked last, bounded in bytes; what was not asked for longest goes first, and the next is written
 * where it was.
 */
const createKept = (make: Make, most: number) => {
  let spare: Uint8Array | null = null;
  const take = (length: number): Uint8Array => {
    const used = spare?.length === length ? spare.fill(0) : new Uint8Array(length);
    spare = null;
    return used;
  };
  const kept = new Map<string, Uint8Array | null>();
  let bytes = 0;
  return async (across: number, down: number): Promise<Uint8Array | null> => {
    const key = `${across} ${down}`;
    const found = kept.get(key);
    if (found !== undefined) {
      kept.delete(key);
      kept.set(key, found);
      return found;
    }
    const made = await make(across, down, take);
    kept.set(key, made);
    bytes += made?.length ?? 0;
    for (const [oldest, block] of kept) {
      if (bytes <= most || oldest === key) break;
      kept.delete(oldest);
      bytes -= block?.length ?? 0;
      spare = block;
    }
    return made;
  };
};
type Kept = ReturnType<typeof createKept>;

/** Copies what of a window lies in the blocks of a picture. @param size bytes of one pixel */
const copyWindow = async (
  { blockWidth, blockHeight }: Layout,
  block: Kept,
  { x, y, width, height }: Omit<Window, 'rgba' | 'words'>,
  out: Uint8Array,
  size: number,
): Promise<void> => {
  for (let down = Math.floor(y / blockHeight); down * blockHeight < y + height; down += 1)
    for (let across = Math.floor(x / blockWidth); across * blockWidth < x + width; across += 1) {
      const pixels = await block(across, down);
      if (!pixels) continue;
      const [left, top] = [across * blockWidth, down * blockHeight];
      const [from, to] = [Math.max(x, left), Math.min(x + width, left + blockWidth)];
      for (let row = Math.max(y, top); row < Math.min(y + height, top + blockHeight); row += 1) {
        const start = ((row - top) * blockWidth + from - left) * size;
        out.set(pixels.subarray(start, start + (to - from) * size), ((row - y) * width + from - x) * size);
      }
    }
};

/** One byte for each pixel of a mask: 0 where nothing is. */
const unpackMask = (file: FileHandle, mask: Layout) => async (across: number, down: number) => {
  const samples = await readBlock(file, mask, down * mask.across + across, rowsIn(mask, down));
  if (!samples || mask.bits === 8) return samples && Uint8Array.from(samples);
  const { blockWidth, blockHeight } = mask;
  const rowBytes = Math.ceil(blockWidth / 8);
  const out = new Uint8Array(blockWidth * blockHeight);
  for (let row = 0; row < Math.min(blockHeight, samples.length / rowBytes); row += 1)
    for (let at = 0; at < blockWidth; at += 1)
      out[row * blockWidth + at] = ((samples[row * rowBytes + (at >> 3)] ?? 0) >> (7 - (at & 7))) & 1;
  return out;
};

/** How many blocks are looked at for the least and the largest of 16 bits. */
const LOOKED_AT = 16;

/** Least and largest colour of a few blocks, spread over the picture; null for colours of 8 bits. */
const rangeOf = async (file: FileHandle, { layout, colours }: RasterFile): Promise<Range | null> => {
  if (layout.bits !== 16) return null;
  const range = { least: 65_535, most: 0 };
  const { across, down, bands, separate } = layout;
  const blocks = across * down;
  const step = Math.max(1, Math.floor(blocks / LOOKED_AT));
  for (let at = Math.floor(step / 2); at < blocks; at += step) {
    const samples = await readBlock(file, layout, at, rowsIn(layout, Math.floor(at / across)));
    for (const [place, sample] of samples?.entries() ?? []) {
      const alpha = !separate && colours.alpha === place % bands;
      if (alpha || sample === colours.noData || sample === 0) continue;
      range.least = Math.min(range.least, sample);
      range.most = Math.max(range.most, sample);
    }
  }
  return range.most === 0 ? { least: 0, most: 65_535 } : range;
};

/** One block as RGBA. */
const unpackColours = (file: FileHandle, { layout, colours }: RasterFile, range: Range | null) => {
  const { across: inRow, down: inColumn, bands, separate, blockWidth, blockHeight } = layout;
  return async (
    across: number,
    down: number,
    take: (length: number) => Uint8Array,
  ): Promise<Uint8Array | null> => {
    const rows = rowsIn(layout, down);
    const at = down * inRow + across;
    const all: Samples[] = [];
    for (let band = 0; band < (separate ? bands : 1); band += 1) {
      const samples = await readBlock(file, layout, band * inRow * inColumn + at, rows);
      if (!samples) return null;
      all.push(samples);
    }
    const out = take(blockWidth * blockHeight * 4);
    const none = new Uint8Array();
    const bandsOf = (band: number) =>
      separate
        ? { samples: all[band] ?? none, at: 0, step: 1 }
        : { samples: all[0] ?? none, at: band, step: bands };
    writeColours(out, blockWidth * rows, bandsOf, colours, range);
    return out;
  };
};

/** Reads parts of a GeoTIFF as pixels. What lies outside of it or is left out in it is clear. */
export async function openPixels(file: FileHandle, raster: RasterFile) {
  const { layout, mask } = raster;
  const range = await rangeOf(file, raster);
  const colour = createKept(unpackColours(file, raster, range), limits.layer.rasterKeptBytes);
  const shown = mask && createKept(unpackMask(file, mask), limits.layer.rasterKeptBytes / 4);

  let scratch = new Uint8Array();

  /**
   * A window is written over by the next one.
   * @throws Refusal layerRaster for a block that is damaged
   */
  return async (x: number, y: number, width: number, height: number): Promise<Window> => {
    const place = { x, y, width, height };
    const needed = width * height * 4;
    if (scratch.length < needed) scratch = new Uint8Array(needed);
    const rgba = scratch.subarray(0, needed).fill(0);
    await copyWindow(layout, colour, place, rgba, 4);
    if (mask && shown) {
      const there = new Uint8Array(width * height);
      await copyWindow(mask, shown, place, there, 1);
      for (let at = 0; at < there.length; at += 1) if (there[at] === 0) rgba[4 * at + 3] = 0;
    }
    return { ...place, rgba, words: new Int32Array(rgba.buffer, 0, width * height) };
  };
}
export type Pixels = Awaited<ReturnType<typeof openPixels>>;
