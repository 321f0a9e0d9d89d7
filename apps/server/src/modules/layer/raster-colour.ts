import { rasterRefusal } from './raster-fault.ts';
import type { Layout } from './raster-layout.ts';
import type { Directory } from './raster-source.ts';

/** What the samples of a picture mean. */
export interface Colours {
  kind: 'grey' | 'palette' | 'rgb';
  /** White is 0. */
  inverted: boolean;
  /** Red, green and blue of each number, 0 to 255. */
  palette: Uint8Array | null;
  /** Which band says how opaque a pixel is. */
  alpha: number | null;
  /** Colours were multiplied with how opaque they are. */
  multiplied: boolean;
  /** All samples of a colour have this value where nothing is. */
  noData: number | null;
}

const kinds: Readonly<Record<number, Colours['kind']>> = {
  0: 'grey',
  1: 'grey',
  2: 'rgb',
  3: 'palette',
  6: 'rgb',
};

const paletteOf = (directory: Directory, bits: number): Uint8Array => {
  const map = directory.numbers('ColorMap');
  const size = 2 ** bits;
  if (bits > 8 || map.length !== 3 * size) throw rasterRefusal('layerPixels', `ColorMap ${map.length}`);
  const palette = new Uint8Array(3 * size);
  for (let at = 0; at < size; at += 1)
    for (let band = 0; band < 3; band += 1) palette[3 * at + band] = (map[band * size + at] ?? 0) >> 8;
  return palette;
};

/** What the samples mean. @throws Refusal layerPixels naming what cannot be shown as a picture */
export function coloursOf(directory: Directory, layout: Layout): Colours {
  const { photometric, bands, bits, compression } = layout;
  const kind = kinds[photometric];
  const base = kind === 'rgb' ? 3 : 1;
  const extra = directory.numbers('ExtraSamples');
  const alphaAt = extra.findIndex((one) => one === 1 || one === 2);
  const known = kind !== undefined && bands >= base && bits !== 1;
  // Bands beside one of grey are those of a camera of its own; which of them a map should show nobody said.
  const several = kind !== 'rgb' && bands > base + (alphaAt === 0 ? 1 : 0);
  if (!known || several || (photometric === 6 && compression !== 7))
    throw rasterRefusal('layerPixels', `Photometric ${photometric}, ${bands} × ${bits} bit`);
  // What unpacks JPEG takes a fourth band for that of a print, and gives other pixels back.
  if (compression === 7 && bands > 3 && !layout.separate)
    throw rasterRefusal('layerPixels', `JPEG, ${bands} × ${bits} bit`);
  const given = directory.text('GDAL_NODATA').replaceAll('\0', '').trim();
  return {
    kind,
    inverted: photometric === 0,
    palette: kind === 'palette' ? paletteOf(directory, bits) : null,
    alpha: alphaAt < 0 || base + alphaAt >= bands ? null : base + alphaAt,
    multiplied: extra[alphaAt] === 1,
    noData: given !== '' && Number.isFinite(Number(given)) ? Number(given) : null,
  };
}

/** Least and largest sample that is a colour, of 16 bits; they become black and white. */
export interface Range {
  least: number;
  most: number;
}

interface Band {
  samples: Uint8Array | Uint16Array;
  at: number;
  /** How many samples lie between two pixels. */
  step: number;
}

/** What most pictures are: three bytes that are the colour, each pixel opaque. Written as one word, lowest byte first. */
const writeOpaque = (out: Int32Array, pixels: number, bands: readonly Band[]): void => {
  const [red, green, blue] = bands as [Band, Band, Band];
  const { samples: ofRed, step } = red;
  const { samples: ofGreen } = green;
  const { samples: ofBlue } = blue;
  let { at: r } = red;
  let { at: g } = green;
  let { at: b } = blue;
  for (let pixel = 0; pixel < pixels; pixel += 1, r += step, g += step, b += step)
    out[pixel] =
      (ofRed[r] as number) | ((ofGreen[g] as number) << 8) | ((ofBlue[b] as number) << 16) | 0xff00_0000;
};

/**
 * Writes the pixels of one block as RGBA, one byte each and colours as they are, with 0 for opaque where nothing is.
 * @param bandsOf samples of a band, and how many lie between two pixels of it
 */
export function writeColours(
  out: Uint8Array,
  pixels: number,
  bandsOf: (band: number) => Band,
  { kind, inverted, palette, alpha, multiplied, noData }: Colours,
  range: Range | null,
): void {
  const bands = (kind === 'rgb' ? [0, 1, 2] : [0, 0, 0]).map((band) => bandsOf(band));
  const [red, green, blue] = bands as [Band, Band, Band];
  const opaque = alpha === null ? null : bandsOf(alpha);
  const factor = range ? 255 / Math.max(1, range.most - range.least) : 1;
  const least = range?.least ?? 0;
  const scaled = (sample: number): number => (range ? (sample - least) * factor : sample);
  // The array holds 0 to 255 without a check of its own.
  const target = new Uint8ClampedArray(out.buffer, out.byteOffset, pixels * 4);
  const plain = !opaque && !palette && !range && !inverted && noData === null;
  if (plain) return writeOpaque(new Int32Array(out.buffer, out.byteOffset, pixels), pixels, bands);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const r = red.samples[red.at + pixel * red.step] ?? 0;
    const g = green.samples[green.at + pixel * green.step] ?? 0;
    const b = blue.samples[blue.at + pixel * blue.step] ?? 0;
    const to = pixel * 4;
    const raw = opaque ? (opaque.samples[opaque.at + pixel * opaque.step] ?? 0) : 255;
    const a = opaque && range ? raw / 257 : raw;
    if (a === 0 || (noData !== null && r === noData && g === noData && b === noData)) continue;
    if (palette) {
      target[to] = palette[3 * r] ?? 0;
      target[to + 1] = palette[3 * r + 1] ?? 0;
      target[to + 2] = palette[3 * r + 2] ?? 0;
    } else {
      const lift = multiplied ? 255 / a : 1;
      target[to] = scaled(r) * lift;
      target[to + 1] = scaled(g) * lift;
      target[to + 2] = scaled(b) * lift;
      if (inverted)
        for (let band = 0; band < 3; band += 1) target[to + band] = 255 - (target[to + band] ?? 0);
    }
    target[to + 3] = a;
  }
}
