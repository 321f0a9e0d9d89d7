import { deflateSync } from 'node:zlib';

/** A tag of a TIFF: type by its number in the format, and its values. */
type Tag = [tag: number, type: 1 | 2 | 3 | 4 | 12, values: readonly number[] | string];
const sizes = { 1: 1, 2: 1, 3: 2, 4: 4, 12: 8 } as const;

export interface TinyTiff {
  width: number;
  height: number;
  /** Samples, row by row and band beside band. */
  samples: Uint8Array;
  bands: number;
  /** Tags beside those that follow from the above, or in place of them. */
  tags: readonly Tag[];
  deflate?: boolean;
  bigEndian?: boolean;
}

/** Places of a file whose north is up: west and north of the first corner and the side of a pixel. */
export const placed = (epsg: number, west: number, north: number, pixel: number): Tag[] => {
  const geographic = epsg === 4326 || epsg === 4490;
  const system = geographic ? [1024, 0, 1, 2, 2048, 0, 1, epsg] : [1024, 0, 1, 1, 3072, 0, 1, epsg];
  return [
    [33550, 12, [pixel, pixel, 0]],
    [33922, 12, [0, 0, 0, west, north, 0]],
    [34735, 3, [1, 1, 0, 3, ...system.slice(0, 4), 1025, 0, 1, 1, ...system.slice(4)]],
  ];
};

/** A TIFF of one strip, byte by byte, so that a test can say anything in its tags. */
export function tinyTiff({
  width,
  height,
  samples,
  bands,
  tags,
  deflate = false,
  bigEndian = false,
}: TinyTiff): Buffer {
  const strip = deflate ? deflateSync(samples) : Buffer.from(samples);
  const usual: Tag[] = [
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, Array.from({ length: bands }, () => 8)],
    [259, 3, [deflate ? 8 : 1]],
    [262, 3, [bands >= 3 ? 2 : 1]],
    [273, 4, [8]],
    [277, 3, [bands]],
    [278, 4, [height]],
    [279, 4, [strip.length]],
  ];
  const all = new Map([...usual, ...tags].map((tag) => [tag[0], tag]));
  const sorted = [...all.values()].toSorted(([one], [other]) => one - other);
  const directoryAt = 8 + strip.length + (strip.length % 2);
  let valuesAt = directoryAt + 2 + sorted.length * 12 + 4;
  const parts: Buffer[] = [];
  const entries = Buffer.alloc(2 + sorted.length * 12 + 4);
  const write = (into: Buffer, value: number, at: number, size: number): void => {
    if (size === 8) into[bigEndian ? 'writeDoubleBE' : 'writeDoubleLE'](value, at);
    else if (bigEndian) into.writeUIntBE(value, at, size);
    else into.writeUIntLE(value, at, size);
  };
  write(entries, sorted.length, 0, 2);
  for (const [index, [tag, type, given]] of sorted.entries()) {
    const values = typeof given === 'string' ? [...Buffer.from(`${given}\0`)] : given;
    const size = sizes[type];
    const bytes = Buffer.alloc(values.length * size);
    values.forEach((value, at) => write(bytes, value, at * size, size));
    const at = 2 + index * 12;
    write(entries, tag, at, 2);
    write(entries, type, at + 2, 2);
    write(entries, values.length, at + 4, 4);
    if (bytes.length <= 4) bytes.copy(entries, at + 8);
    else {
      write(entries, valuesAt, at + 8, 4);
      parts.push(bytes);
      valuesAt += bytes.length;
    }
  }
  const head = Buffer.from(bigEndian ? [0x4d, 0x4d, 0, 42, 0, 0, 0, 0] : [0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  write(head, directoryAt, 4, 4);
  return Buffer.concat([head, strip, Buffer.alloc(strip.length % 2), entries, ...parts]);
}

/** The tags of a file with those of a place beside them, in a list of its own at the end. */
export function withPlace(tiff: Buffer, tags: TinyTiff['tags']): Buffer {
  const at = tiff.readUInt32LE(4);
  const count = tiff.readUInt16LE(at);
  const list = Buffer.alloc(2 + 12 * (count + tags.length) + 4);
  list.writeUInt16LE(count + tags.length, 0);
  tiff.copy(list, 2, at + 2, at + 2 + 12 * count);
  const listAt = tiff.length + (tiff.length % 2);
  const values: Buffer[] = [];
  let valuesAt = listAt + list.length;
  for (const [index, [tag, type, given]] of tags.entries()) {
    const numbers = given as readonly number[];
    const bytes =
      type === 12
        ? Buffer.from(Float64Array.from(numbers).buffer)
        : Buffer.from(Uint16Array.from(numbers).buffer);
    const entry = 2 + 12 * (count + index);
    list.writeUInt16LE(tag, entry);
    list.writeUInt16LE(type, entry + 2);
    list.writeUInt32LE(numbers.length, entry + 4);
    list.writeUInt32LE(valuesAt, entry + 8);
    values.push(bytes);
    valuesAt += bytes.length;
  }
  const whole = Buffer.concat([tiff, Buffer.alloc(tiff.length % 2), list, ...values]);
  whole.writeUInt32LE(listAt, 4);
  return whole;
}

/** West half red, east half blue. */
export const halves = (width: number, height: number, bands = 3): Uint8Array => {
  const samples = new Uint8Array(width * height * bands);
  for (let at = 0; at < width * height; at += 1) {
    const west = at % width < width / 2;
    samples.set([west ? 200 : 10, 20, west ? 10 : 200, 255].slice(0, bands), at * bands);
  }
  return samples;
};
/** A picture of both halves at a place, in a system by its number. */
export const plain = (
  epsg: number,
  west: number,
  north: number,
  pixel: number,
  more: Partial<TinyTiff> = {},
) => {
  const size = { width: 64, height: 64 };
  const tags = [...placed(epsg, west, north, pixel), ...(more.tags ?? [])];
  return tinyTiff({ ...size, samples: halves(64, 64, more.bands ?? 3), bands: 3, ...more, tags });
};
