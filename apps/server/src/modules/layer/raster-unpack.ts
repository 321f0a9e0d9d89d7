import { inflateSync, zstdDecompressSync } from 'node:zlib';
import sharp from 'sharp';
import { rasterRefusal } from './raster-fault.ts';
import type { Layout } from './raster-layout.ts';

const broken = (what: string) => rasterRefusal('layerRaster', what);

/** LZW as TIFF writes it. Ends where the block is full, whatever else would follow. */
export function unpackLzw(packed: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(most);
  // Each code is the code before it and one byte more; its text is what was written when it was made.
  const starts = new Int32Array(4_097);
  const lengths = new Int32Array(4_097);
  let [filled, next, width, before] = [0, 258, 9, -1];
  let [bits, held, at] = [0, 0, 0];
  while (filled < most) {
    while (bits < width && at < packed.length) {
      held = ((held << 8) | (packed[at] ?? 0)) & 0xff_ffff;
      at += 1;
      bits += 8;
    }
    if (bits < width) break;
    const code = (held >> (bits - width)) & ((1 << width) - 1);
    bits -= width;
    if (code === 257) break;
    if (code === 256) {
      [next, width, before] = [258, 9, -1];
      continue;
    }
    if (code > next || (code === next && before < 0) || (code > 257 && before < 0)) throw broken('LZW');
    const start = filled;
    if (code < 256) out[filled++] = code;
    else {
      // A code that is being made repeats the text before and its first byte, which is just what lies there.
      const [from, length] = [starts[code] ?? 0, code === next ? before + 1 : (lengths[code] ?? 0)];
      const origin = code === next ? start - before : from;
      for (let one = 0; one < length && filled < most; one += 1) out[filled++] = out[origin + one] ?? 0;
    }
    if (before >= 0 && next < 4_096) {
      starts[next] = start - before;
      lengths[next] = before + 1;
      next += 1;
    }
    before = filled - start;
    if (next + 1 >= 1 << width && width < 12) width += 1;
  }
  return out.subarray(0, filled);
}

/** PackBits: runs of one byte, and bytes as they are. */
export function unpackBits(packed: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(most);
  let filled = 0;
  for (let at = 0; at < packed.length && filled < most;) {
    const head = packed[at] ?? 0;
    at += 1;
    if (head === 128) continue;
    const length = Math.min(head < 128 ? head + 1 : 257 - head, most - filled);
    if (head > 128) {
      out.fill(packed[at] ?? 0, filled, filled + length);
      at += 1;
    } else {
      if (at + length > packed.length) throw broken('PackBits');
      out.set(packed.subarray(at, at + length), filled);
      at += length;
    }
    filled += length;
  }
  return out.subarray(0, filled);
}

/** Tables that all JPEG blocks of a file share stand before the block; RGB that is no YCbCr is named as such. */
const wholeJpeg = (block: Uint8Array, { jpegTables, photometric }: Layout): Buffer => {
  if (block[0] !== 0xff || block[1] !== 0xd8) throw broken('JPEG');
  const tables = jpegTables && jpegTables.length > 4 ? jpegTables.subarray(2, -2) : new Uint8Array();
  const adobe = [0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0];
  const marker = photometric === 2 ? Uint8Array.from(adobe) : new Uint8Array();
  return Buffer.concat([block.subarray(0, 2), marker, tables, block.subarray(2)]);
};

/** A block that is a picture of its own; it must be as large as the tags say. */
const unpackPicture = async (block: Uint8Array, layout: Layout, rows: number): Promise<Uint8Array> => {
  const { blockWidth, blockHeight, bands, separate, compression } = layout;
  const picture = compression === 7 ? wholeJpeg(block, layout) : Buffer.from(block);
  const source = sharp(picture, { limitInputPixels: blockWidth * blockHeight, failOn: 'error' });
  const { data, info } = await source.raw().toBuffer({ resolveWithObject: true });
  const wanted = separate ? 1 : bands;
  const fits = info.width === blockWidth && info.height >= rows && info.height <= blockHeight;
  if (!fits || info.channels < wanted) throw broken(`${info.width} × ${info.height} × ${info.channels}`);
  if (info.channels === wanted) return data;
  // The decoder makes grey of one band three.
  const kept = new Uint8Array(info.width * info.height * wanted);
  for (let pixel = 0; pixel < info.width * info.height; pixel += 1)
    for (let band = 0; band < wanted; band += 1)
      kept[pixel * wanted + band] = data[pixel * info.channels + band] ?? 0;
  return kept;
};

/** In one piece: the usual small ones would be joined by a copy. One byte more, or a full piece asks for a second. */
const inflate = (packed: Uint8Array, most: number): Uint8Array =>
  inflateSync(packed, { maxOutputLength: most, chunkSize: Math.max(64, most + 1) });

const unpackers: Readonly<Record<number, (packed: Uint8Array, most: number) => Uint8Array>> = {
  1: (packed, most) => packed.subarray(0, most),
  5: unpackLzw,
  8: inflate,
  32773: unpackBits,
  32946: inflate,
  50000: (packed, most) => zstdDecompressSync(packed, { maxOutputLength: most }),
};

const asSamples = (bytes: Uint8Array, { bits, littleEndian }: Layout): Uint8Array | Uint16Array => {
  if (bits !== 16) return bytes;
  const samples = new Uint16Array(bytes.length >> 1);
  const [low, high] = littleEndian ? [0, 1] : [1, 0];
  for (let at = 0; at < samples.length; at += 1)
    samples[at] = (bytes[2 * at + low] ?? 0) | ((bytes[2 * at + high] ?? 0) << 8);
  return samples;
};

/** The same of three bytes a pixel, which most pictures have: the pixel before is held, not read again. */
const undoDifferencesOfRgb = (samples: Uint8Array, width: number): void => {
  for (let start = 0; start + width * 3 <= samples.length; start += width * 3) {
    let r = 0;
    let g = 0;
    let b = 0;
    const end = start + width * 3;
    for (let at = start; at < end; at += 3) {
      r = (r + (samples[at] as number)) & 255;
      g = (g + (samples[at + 1] as number)) & 255;
      b = (b + (samples[at + 2] as number)) & 255;
      samples[at] = r;
      samples[at + 1] = g;
      samples[at + 2] = b;
    }
  }
};

/** Takes back that each sample was written as its difference to the one on its left. */
const undoDifferences = (samples: Uint8Array | Uint16Array, width: number, bands: number): void => {
  if (bands === 3 && samples instanceof Uint8Array) return undoDifferencesOfRgb(samples, width);
  const row = width * bands;
  for (let start = 0; start + row <= samples.length; start += row)
    for (let at = start + bands; at < start + row; at += 1)
      samples[at] = (samples[at] ?? 0) + (samples[at - bands] ?? 0);
};

/**
 * The bytes of one block that is no picture of its own, unpacked.
 * @param rowBytes bytes of one of its rows
 * @throws Refusal layerRaster for a block that is damaged, too short, or a bomb
 */
export function unpackBytes(
  packed: Uint8Array,
  { compression, blockHeight }: Pick<Layout, 'compression' | 'blockHeight'>,
  rowBytes: number,
  rows: number,
): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = unpackers[compression]?.(packed, rowBytes * blockHeight) ?? new Uint8Array();
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') throw error;
    throw broken(error instanceof Error ? error.message : 'block');
  }
  if (bytes.length < rowBytes * rows) throw broken(`block: ${bytes.length} < ${rowBytes * rows}`);
  return bytes;
}

/**
 * The samples of one block. Its unpacked size is known before: what would be larger is refused while it is unpacked.
 * @param rows rows of the block that belong to the picture; the last strip may have fewer than the others
 * @throws Refusal layerRaster for a block that is damaged, too short, or a bomb
 */
export async function unpackBlock(
  packed: Uint8Array,
  layout: Layout,
  rows: number,
): Promise<Uint8Array | Uint16Array> {
  const { blockWidth, blockHeight, bands, separate, bits, compression, predictor } = layout;
  const inBlock = separate ? 1 : bands;
  const rowBytes = Math.ceil((blockWidth * inBlock * bits) / 8);
  const unpack = unpackers[compression];
  let bytes: Uint8Array;
  try {
    bytes = unpack ? unpack(packed, rowBytes * blockHeight) : await unpackPicture(packed, layout, rows);
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') throw error;
    throw broken(error instanceof Error ? error.message : 'block');
  }
  if (bytes.length < rowBytes * rows) throw broken(`block: ${bytes.length} < ${rowBytes * rows}`);
  // What was read is not changed in place where it is the file itself.
  const samples = asSamples(predictor === 2 && compression === 1 ? bytes.slice() : bytes, layout);
  if (predictor === 2) undoDifferences(samples, blockWidth, inBlock);
  return samples;
}
