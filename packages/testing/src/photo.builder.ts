/** Values of a photo's XMP by their names, such as `GimbalPitchDegree`; those of others than DJI with theirs: `GPano:ProjectionType`. */
export type PhotoMarks = Readonly<Record<string, string>>;

export interface PhotoExif {
  model: string;
  /** Degrees. */
  lat: number;
  lng: number;
  /** Metres above the sea. */
  altitude: number;
  /** Degrees clockwise from north. */
  direction?: number;
  focalLength35?: number;
  /** `2025:10:09 16:53:20`, and how far that clock is ahead of UTC, such as `+08:00`. */
  taken?: string;
  offset?: string;
  /** Date and clock of satellites. */
  satellite?: { date: string; clock: readonly [number, number, number] };
}

const ascii = (text: string): number[] => [...text].map((sign) => sign.charCodeAt(0));
const short = (value: number): number[] => [(value >> 8) & 255, value & 255];
const long = (value: number): number[] => [...short(value >>> 16), ...short(value & 0xffff)];
/** What is no number is written as nothing by nothing. */
const ratio = (value: number): number[] =>
  Number.isNaN(value) ? [...long(0), ...long(0)] : [...long(Math.round(value * 1e6)), ...long(1_000_000)];
const angle = (value: number): number[] => [Math.abs(value), 0, 0].flatMap(ratio);
const segment = (body: readonly number[]): number[] => [0xff, 0xe1, ...short(body.length + 2), ...body];

interface Entry {
  tag: number;
  type: number;
  count: number;
  bytes: readonly number[];
}

/** A directory whose longer values stand behind it. */
function directory(entries: readonly Entry[], start: number): number[] {
  let behind = start + 2 + entries.length * 12 + 4;
  const values: number[] = [];
  const rows = entries.flatMap(({ tag, type, count, bytes }) => {
    const head = [...short(tag), ...short(type), ...long(count)];
    if (bytes.length <= 4) return [...head, ...bytes, ...Array<number>(4 - bytes.length).fill(0)];
    const at = behind;
    values.push(...bytes);
    behind += bytes.length;
    return [...head, ...long(at)];
  });
  return [...short(entries.length), ...rows, ...long(0), ...values];
}

const named = (tag: number, value: string): Entry => {
  const bytes = ascii(`${value}\0`);
  return { tag, type: 2, count: bytes.length, bytes };
};

function exifOf(exif: PhotoExif): number[] {
  const { model, lat, lng, altitude, direction, focalLength35, taken, offset, satellite } = exif;
  const letter = (sign: string): readonly number[] => ascii(`${sign}\0`);
  const gps: Entry[] = [
    { tag: 1, type: 2, count: 2, bytes: letter(lat < 0 ? 'S' : 'N') },
    { tag: 2, type: 5, count: 3, bytes: angle(lat) },
    { tag: 3, type: 2, count: 2, bytes: letter(lng < 0 ? 'W' : 'E') },
    { tag: 4, type: 5, count: 3, bytes: angle(lng) },
    { tag: 5, type: 1, count: 1, bytes: [altitude < 0 ? 1 : 0] },
    { tag: 6, type: 5, count: 1, bytes: ratio(Math.abs(altitude)) },
    ...(satellite ? [{ tag: 7, type: 5, count: 3, bytes: satellite.clock.flatMap(ratio) }] : []),
    ...(direction === undefined
      ? []
      : [
          { tag: 16, type: 2, count: 2, bytes: letter('T') },
          { tag: 17, type: 5, count: 1, bytes: ratio(direction) },
        ]),
    ...(satellite ? [named(29, satellite.date)] : []),
  ];
  const camera: Entry[] = [
    ...(taken === undefined ? [] : [named(0x9003, taken)]),
    ...(offset === undefined ? [] : [named(0x9011, offset)]),
    ...(focalLength35 === undefined ? [] : [{ tag: 0xa405, type: 3, count: 1, bytes: short(focalLength35) }]),
  ];
  const first = (at: { camera: number; gps: number }): Entry[] => [
    named(0x0110, model),
    { tag: 0x8769, type: 4, count: 1, bytes: long(at.camera) },
    { tag: 0x8825, type: 4, count: 1, bytes: long(at.gps) },
  ];
  const start = 8;
  const cameraAt = start + directory(first({ camera: 0, gps: 0 }), start).length;
  const cameraBytes = directory(camera, cameraAt);
  const gpsAt = cameraAt + cameraBytes.length;
  return [
    ...ascii('MM'),
    ...short(42),
    ...long(start),
    ...directory(first({ camera: cameraAt, gps: gpsAt }), start),
    ...cameraBytes,
    ...directory(gps, gpsAt),
  ];
}

/** The head of a JPEG as aircraft write it, without a picture behind it. Its EXIF is big-endian, that of the simulator little-endian. */
export function buildPhoto(marks: PhotoMarks | null, exif: PhotoExif | null = null): Uint8Array {
  const full = (name: string): string => (name.includes(':') ? name : `drone-dji:${name}`);
  const attributes = Object.entries(marks ?? {}).map(([name, value]) => `   ${full(name)}="${value}"`);
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="DJI Meta Data" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/"
    xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"
${attributes.join('\n')}></rdf:Description></rdf:RDF></x:xmpmeta>`;
  return Uint8Array.from([
    0xff,
    0xd8,
    ...(exif ? segment([...ascii('Exif\0\0'), ...exifOf(exif)]) : []),
    ...(marks ? segment([...ascii('http://ns.adobe.com/xap/1.0/\0'), ...ascii(packet)]) : []),
    0xff,
    0xd9,
  ]);
}

/** A JPEG with what aircraft write into theirs. */
export const withPhotoMarks = (
  jpeg: Uint8Array,
  marks: PhotoMarks | null,
  exif: PhotoExif | null = null,
): Uint8Array => {
  const written = buildPhoto(marks, exif);
  return Uint8Array.from([...jpeg.subarray(0, 2), ...written.subarray(2, -2), ...jpeg.subarray(2)]);
};
