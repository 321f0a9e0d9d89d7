import type { FileHandle } from 'node:fs/promises';
import { rasterRefusal } from '../raster-fault.ts';
import type { HeightLayout } from '../raster-layout.ts';
import { unpackBytes } from '../raster-unpack.ts';
import type { DsmFile } from './dsm-file.ts';

/** Heights outside of these are none: between the deepest sea and beyond the highest mountain, metres. */
const range = { least: -12_000, most: 12_000 };

/** Takes back that each byte of a row was written as its difference to the one before, and that high bytes stand first. */
const undoFloating = (bytes: Uint8Array, width: number): Uint8Array<ArrayBuffer> => {
  const row = width * 4;
  const out = new Uint8Array(bytes.length);
  for (let start = 0; start + row <= bytes.length; start += row) {
    for (let at = start + 1; at < start + row; at += 1)
      bytes[at] = ((bytes[at] as number) + (bytes[at - 1] as number)) & 255;
    for (let column = 0; column < width; column += 1)
      for (let byte = 0; byte < 4; byte += 1)
        // As a number whose low byte stands first.
        out[start + column * 4 + byte] = bytes[start + (3 - byte) * width + column] as number;
  }
  return out;
};

const undoDifferences = (numbers: Uint32Array | Uint16Array, width: number): void => {
  for (let start = 0; start + width <= numbers.length; start += width)
    for (let at = start + 1; at < start + width; at += 1)
      numbers[at] = (numbers[at] as number) + (numbers[at - 1] as number);
};

const swap = (bytes: Uint8Array, size: number): void => {
  for (let at = 0; at + size <= bytes.length; at += size) bytes.subarray(at, at + size).reverse();
};

/** The numbers of one unpacked block. */
const numbersOf = (unpacked: Uint8Array, layout: HeightLayout): Float32Array | Int16Array | Uint16Array => {
  const { blockWidth, bits, predictor, littleEndian, format } = layout;
  const size = bits / 8;
  // A copy: what was inflated may lie in a longer piece of memory, of which numbers would be read from its beginning.
  let bytes = new Uint8Array(unpacked.subarray(0, unpacked.length - (unpacked.length % size)));
  if (predictor === 3) bytes = undoFloating(bytes, blockWidth);
  else if (!littleEndian) swap(bytes, size);
  const { buffer } = bytes;
  if (predictor === 2)
    undoDifferences(size === 4 ? new Uint32Array(buffer) : new Uint16Array(buffer), blockWidth);
  if (format === 'float') return new Float32Array(buffer);
  return format === 'int' ? new Int16Array(buffer) : new Uint16Array(buffer);
};

/**
 * All heights of a file in metres, row by row; NaN where there is none.
 * @throws Refusal layerRaster for a block that is damaged
 */
export async function readHeights(
  file: FileHandle,
  { layout, noData }: DsmFile,
  onShare: (share: number) => void,
): Promise<Float32Array> {
  const { width, height, blockWidth, blockHeight, across, down, bits, offsets, counts } = layout;
  const heights = new Float32Array(width * height).fill(Number.NaN);
  for (let block = 0; block < across * down; block += 1) {
    const [left, top] = [(block % across) * blockWidth, Math.floor(block / across) * blockHeight];
    const rows = Math.min(blockHeight, height - top);
    const packed = Buffer.alloc(counts[block] ?? 0);
    // A block without bytes is one of which nothing is known.
    if (packed.length === 0) continue;
    const { bytesRead } = await file.read(packed, 0, packed.length, offsets[block] ?? 0);
    if (bytesRead < packed.length) throw rasterRefusal('layerRaster', `block ${block}`);
    const numbers = numbersOf(unpackBytes(packed, layout, (blockWidth * bits) / 8, rows), layout);
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < Math.min(blockWidth, width - left); column += 1) {
        const value = numbers[row * blockWidth + column] as number;
        if (value !== noData && value > range.least && value < range.most)
          heights[(top + row) * width + left + column] = value;
      }
    onShare((block + 1) / (across * down));
  }
  return heights;
}
