import { placed, tinyTiff } from '../raster.fixture.ts';

export interface MadeDsm {
  width?: number;
  height?: number;
  /** Metres at a pixel. */
  heightAt: (column: number, row: number) => number;
  /** Degrees of the first corner, and of the side of a pixel. */
  west?: number;
  north?: number;
  pixel?: number;
  deflate?: boolean;
  bigEndian?: boolean;
  /** Of 16 bits in place of fractions. */
  whole?: boolean;
  /** 3: as programs write fractions that they pack. */
  predictor?: 1 | 3;
}

/** A GeoTIFF of heights, byte by byte. −9999 stands where nothing is known. */
export function dsmFile(made: MadeDsm): Buffer {
  const { width = 200, height = 200, heightAt, west = 9, north = 48, pixel = 0.00001, whole = false } = made;
  const { deflate = false, bigEndian = false, predictor = 1 } = made;
  const size = whole ? 2 : 4;
  const samples = Buffer.alloc(width * height * size);
  for (let at = 0; at < width * height; at += 1) {
    const value = heightAt(at % width, Math.floor(at / width));
    if (whole) samples[bigEndian ? 'writeInt16BE' : 'writeInt16LE'](Math.round(value), at * 2);
    else samples[bigEndian ? 'writeFloatBE' : 'writeFloatLE'](value, at * 4);
  }
  if (predictor === 3)
    for (let row = 0; row < height; row += 1) {
      const line = samples.subarray(row * width * 4, (row + 1) * width * 4);
      const plain = Buffer.from(line);
      for (let at = 0; at < width; at += 1)
        for (let byte = 0; byte < 4; byte += 1) line[byte * width + at] = plain[at * 4 + 3 - byte] as number;
      for (let at = line.length - 1; at > 0; at -= 1)
        line[at] = ((line[at] as number) - (line[at - 1] as number)) & 255;
    }
  return tinyTiff({
    width,
    height,
    samples,
    bands: 1,
    deflate,
    bigEndian,
    tags: [
      ...placed(4326, west, north, pixel),
      [258, 3, [size * 8]],
      [317, 3, [predictor]],
      [339, 3, [whole ? 2 : 3]],
      [42113, 2, '-9999'],
    ],
  });
}
