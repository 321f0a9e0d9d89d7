/** Values of EXIF by tag number: text, or the numbers that stand there. */
export type ExifTags = ReadonlyMap<number, string | readonly number[]>;

/** Tags that are read of a photo. Those of GPS have numbers of their own, here behind 0x10000. */
export const exifTag = {
  make: 0x010f,
  model: 0x0110,
  takenLocal: 0x9003,
  takenOffset: 0x9011,
  digitalZoom: 0xa404,
  focalLength35: 0xa405,
  latRef: 0x10001,
  lat: 0x10002,
  lngRef: 0x10003,
  lng: 0x10004,
  altitudeRef: 0x10005,
  altitude: 0x10006,
  gpsTime: 0x10007,
  directionRef: 0x10010,
  direction: 0x10011,
  gpsDate: 0x1001d,
} as const;

const exifPointer = 0x8769;
const gpsPointer = 0x8825;
const gpsBase = 0x10000;
const wanted: ReadonlySet<number> = new Set<number>(Object.values(exifTag));
/** Bytes of a value by its type: byte, text, short, long, two longs. */
const sizes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8 };
const mostEntries = 200;
const mostValues = 64;

interface Reading {
  readonly view: DataView;
  readonly little: boolean;
  readonly found: Map<number, string | readonly number[]>;
}

function valueAt({ view, little }: Reading, entry: number): string | readonly number[] | null {
  const type = view.getUint16(entry + 2, little);
  const count = view.getUint32(entry + 4, little);
  const size = sizes[type];
  if (size === undefined || count === 0 || count > mostValues) return null;
  const at = size * count <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
  if (at + size * count > view.byteLength) return null;
  const one = (index: number): number => {
    const place = at + index * size;
    if (type === 3) return view.getUint16(place, little);
    if (type === 4) return view.getUint32(place, little);
    if (type === 5) return view.getUint32(place, little) / view.getUint32(place + 4, little);
    return view.getUint8(place);
  };
  const values = Array.from({ length: count }, (_, index) => one(index));
  if (type !== 2) return values;
  return values
    .map((code) => String.fromCharCode(code))
    .join('')
    .replace(/\0[^]*$/, '')
    .trim();
}

/** Reads one directory. @param base added to its numbers; deeper: whether it may lead to others */
function readDirectory(reading: Reading, start: number, base: number, deeper: boolean): void {
  const { view, little, found } = reading;
  if (start < 8 || start + 2 > view.byteLength) return;
  const count = Math.min(view.getUint16(start, little), mostEntries);
  for (let index = 0; index < count; index += 1) {
    const entry = start + 2 + index * 12;
    if (entry + 12 > view.byteLength) return;
    const tag = view.getUint16(entry, little);
    if (deeper && (tag === exifPointer || tag === gpsPointer))
      readDirectory(reading, view.getUint32(entry + 8, little), tag === gpsPointer ? gpsBase : 0, false);
    else if (wanted.has(base + tag)) {
      const value = valueAt(reading, entry);
      if (value !== null) found.set(base + tag, value);
    }
  }
}

/** Reads EXIF as it stands behind its name in a JPEG: a TIFF whose offsets are counted from its first byte. */
export function exifTags(tiff: Uint8Array): ExifTags {
  const found = new Map<number, string | readonly number[]>();
  if (tiff.length < 8) return found;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const order = view.getUint16(0, false);
  const little = order === 0x4949;
  if ((!little && order !== 0x4d4d) || view.getUint16(2, little) !== 42) return found;
  readDirectory({ view, little, found }, view.getUint32(4, little), 0, true);
  return found;
}
