/** A point of a made file: places in the units of the file, colours of 16 bits. */
export interface MadePoint {
  x: number;
  y: number;
  z: number;
  colour?: readonly [number, number, number];
  class?: number;
}

export interface MadeLas {
  points: readonly MadePoint[];
  /** 2: the old layout with colours, 7: the new one. */
  format?: 2 | 7;
  epsg?: number | null;
  /** Well-known text of the system. */
  wkt?: string;
  scale?: number;
  /** What the header says in place of the truth. */
  said?: { count?: number; scale?: number; max?: readonly [number, number, number] };
  records?: readonly Buffer[];
}

export const recordOf = (user: string, id: number, bytes: Buffer): Buffer => {
  const head = Buffer.alloc(54);
  head.write(user, 2, 'latin1');
  head.writeUInt16LE(id, 18);
  head.writeUInt16LE(bytes.length, 20);
  return Buffer.concat([head, bytes]);
};

const keysOf = (epsg: number): Buffer => {
  const geographic = epsg === 4326;
  const keys = [1, 1, 0, 2, 1024, 0, 1, geographic ? 2 : 1, geographic ? 2048 : 3072, 0, 1, epsg];
  return recordOf('LASF_Projection', 34_735, Buffer.from(Uint16Array.from(keys).buffer));
};

export const lengths = { 2: 26, 7: 36 } as const;

/** One point as it stands in a file. */
export const pointRecord = (
  { x, y, z, colour = [0, 0, 0], class: kind = 2 }: MadePoint,
  format: 2 | 7,
  scale: number,
  origin: readonly number[],
): Buffer => {
  const bytes = Buffer.alloc(lengths[format]);
  [x, y, z].forEach((value, at) =>
    bytes.writeInt32LE(Math.round((value - (origin[at] ?? 0)) / scale), at * 4),
  );
  bytes.writeUInt16LE(1_000, 12);
  bytes[14] = format === 2 ? 0b00_001_001 : 0b0001_0001;
  bytes[format === 2 ? 15 : 16] = kind;
  colour.forEach((value, at) => bytes.writeUInt16LE(value, (format === 2 ? 20 : 30) + 2 * at));
  return bytes;
};

/** The header with its records, and the origin that numbers are counted from. */
export function lasHead(made: MadeLas, packed = false): { head: Buffer; origin: number[]; scale: number } {
  const { points, format = 2, epsg = 32_632, wkt, scale = 0.001, said = {}, records = [] } = made;
  const all = [
    ...(wkt === undefined ? [] : [recordOf('LASF_Projection', 2_112, Buffer.from(`${wkt}\0`))]),
    ...(wkt !== undefined || epsg === null ? [] : [keysOf(epsg)]),
    ...records,
  ];
  const axes = (['x', 'y', 'z'] as const).map((axis) => points.map((point) => point[axis]));
  const least = axes.map((values) => values.reduce((one, other) => Math.min(one, other), Infinity));
  const most = axes.map((values) => values.reduce((one, other) => Math.max(one, other), -Infinity));
  const origin = least.map((value) => Math.floor(value));
  const size = format === 7 ? 375 : 227;
  const head = Buffer.alloc(size);
  const body = Buffer.concat(all);
  const count = said.count ?? points.length;
  head.write('LASF');
  head.writeUInt8(1, 24);
  head.writeUInt8(format === 7 ? 4 : 2, 25);
  head.writeUInt16LE(size, 94);
  head.writeUInt32LE(size + body.length, 96);
  head.writeUInt32LE(all.length, 100);
  head.writeUInt8(format | (packed ? 128 : 0), 104);
  head.writeUInt16LE(lengths[format], 105);
  head.writeUInt32LE(count, 107);
  for (let at = 0; at < 3; at += 1) {
    head.writeDoubleLE(said.scale ?? scale, 131 + 8 * at);
    head.writeDoubleLE(origin[at] ?? 0, 155 + 8 * at);
    head.writeDoubleLE(said.max?.[at] ?? most[at] ?? 0, 179 + 16 * at);
    head.writeDoubleLE(least[at] ?? 0, 187 + 16 * at);
  }
  if (format === 7) head.writeBigUInt64LE(BigInt(count), 247);
  return { head: Buffer.concat([head, body]), origin, scale };
}

/** A LAS file, byte by byte, so that a test can say anything in its header. */
export function lasFile(made: MadeLas): Buffer {
  const { head, origin, scale } = lasHead(made);
  const points = made.points.map((point) => pointRecord(point, made.format ?? 2, scale, origin));
  return Buffer.concat([head, ...points]);
}

/** A slope of points one metre apart, red in the west and blue in the east; of class 2, and 6 above the middle. */
export const slope = (across: number, [west, south]: readonly [number, number], rise = 0.1): MadePoint[] =>
  Array.from({ length: across * across }, (_, at): MadePoint => {
    const [x, y] = [at % across, Math.floor(at / across)];
    const east = x >= across / 2;
    return {
      x: west + x,
      y: south + y,
      z: 100 + y * rise,
      colour: east ? [0, 0, 65_280] : [65_280, 0, 0],
      class: east ? 6 : 2,
    };
  });
