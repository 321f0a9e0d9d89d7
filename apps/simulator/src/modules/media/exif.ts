import type { Shot } from './shot.ts';

interface Entry {
  tag: number;
  /** 1: byte, 2: text, 3: short, 4: long, 5: pairs of longs. */
  type: number;
  count: number;
  bytes: Buffer;
}

const text = (tag: number, value: string): Entry => {
  const bytes = Buffer.from(`${value}\0`, 'latin1');
  return { tag, type: 2, count: bytes.length, bytes };
};
const short = (tag: number, value: number): Entry => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return { tag, type: 3, count: 1, bytes };
};
const long = (tag: number, value: number): Entry => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return { tag, type: 4, count: 1, bytes };
};
/** @param parts of one in which values are written */
const ratios = (tag: number, values: readonly number[], parts: number): Entry => {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) {
    bytes.writeUInt32LE(Math.round(value * parts), index * 8);
    bytes.writeUInt32LE(parts, index * 8 + 4);
  }
  return { tag, type: 5, count: values.length, bytes };
};

/** Entries in the order of their tags, and behind them the values that are longer than four bytes. */
function directory(entries: readonly Entry[], start: number): Buffer {
  const head = Buffer.alloc(2 + entries.length * 12 + 4);
  head.writeUInt16LE(entries.length);
  const behind: Buffer[] = [];
  let at = start + head.length;
  for (const [index, { tag, type, count, bytes }] of entries.entries()) {
    const place = 2 + index * 12;
    head.writeUInt16LE(tag, place);
    head.writeUInt16LE(type, place + 2);
    head.writeUInt32LE(count, place + 4);
    if (bytes.length <= 4) bytes.copy(head, place + 8);
    else {
      head.writeUInt32LE(at, place + 8);
      behind.push(bytes);
      at += bytes.length;
    }
  }
  return Buffer.concat([head, ...behind]);
}

/** Degrees, minutes and seconds. */
const angle = (degrees: number): number[] => {
  const whole = Math.abs(degrees);
  const minutes = (whole % 1) * 60;
  return [Math.floor(whole), Math.floor(minutes), (minutes % 1) * 60];
};

const two = (value: number): string => String(value).padStart(2, '0');
/** The clock of the dock at a moment, as EXIF writes it. */
export const dateText = (at: number): string => {
  const date = new Date(at);
  const day = `${date.getFullYear()}:${two(date.getMonth() + 1)}:${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
};

/** How far the clock of the dock is ahead of UTC at a moment. */
export const offsetText = (at: number): string => {
  const minutes = -new Date(at).getTimezoneOffset();
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
};

/** Pixels of a picture as it is stored. */
export interface PictureSize {
  width: number;
  height: number;
}

/** EXIF of a photo as a little-endian TIFF: maker, model, time with its zone, lens, pixels and place. */
export function exifOf(shot: Shot, model: string, { width, height }: PictureSize): Buffer {
  const utc = new Date(shot.at);
  const gps = [
    text(1, shot.lat < 0 ? 'S' : 'N'),
    ratios(2, angle(shot.lat), 10_000),
    text(3, shot.lng < 0 ? 'W' : 'E'),
    ratios(4, angle(shot.lng), 10_000),
    { tag: 5, type: 1, count: 1, bytes: Buffer.from([shot.height < 0 ? 1 : 0]) },
    ratios(6, [Math.abs(shot.height)], 1_000),
    ratios(7, [utc.getUTCHours(), utc.getUTCMinutes(), utc.getUTCSeconds()], 1),
    text(29, utc.toISOString().slice(0, 10).replaceAll('-', ':')),
  ];
  const camera = [
    text(0x9003, dateText(shot.at)),
    text(0x9011, offsetText(shot.at)),
    // The wide lens of the aircraft that docks carry.
    ratios(0x920a, [6.72], 100),
    long(0xa002, width),
    long(0xa003, height),
    ratios(0xa404, [1], 1),
    short(0xa405, 24),
  ];
  const start = 8;
  const main = (cameraAt: number, gpsAt: number) => [
    text(0x010f, 'DJI'),
    text(0x0110, model),
    short(0x0112, 1),
    long(0x8769, cameraAt),
    long(0x8825, gpsAt),
  ];
  const cameraAt = start + directory(main(0, 0), start).length;
  const cameraBytes = directory(camera, cameraAt);
  const gpsAt = cameraAt + cameraBytes.length;
  const head = Buffer.from([0x49, 0x49, 42, 0, start, 0, 0, 0]);
  return Buffer.concat([head, directory(main(cameraAt, gpsAt), start), cameraBytes, directory(gps, gpsAt)]);
}
