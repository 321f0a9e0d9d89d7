import type { ObstacleBlock } from '@eyrie/geometry';
import { moved, placed, times, upright, type Matrix, type Vector } from './frame.ts';
import { eachTriangle } from './gltf.ts';
import { SurfaceRaster } from './raster.ts';
import { UnreadModel } from './unread.ts';

/** What stands in one file of 3D Tiles; tops in metres above the ellipsoid. */
export interface ContentObstacles {
  blocks: ObstacleBlock[];
  /** Names that labels of blocks mean. */
  names: string[];
}

/** Tiles within tiles, as deep as the upload lets them be. */
const depthMost = 4;
const namesMost = 60_000;

interface Drawing {
  raster: SurfaceRaster;
  names: Map<string, number>;
}

const labelOf = ({ names }: Drawing, name: string): number => {
  const known = names.get(name);
  if (known !== undefined) return known;
  // Further names than anybody reads are left out, not what they stand for.
  if (names.size >= namesMost) return 0;
  names.set(name, names.size);
  return names.size - 1;
};

function drawModel(drawing: Drawing, bytes: Buffer, transform: Matrix): void {
  const { raster } = drawing;
  let before: { own: Matrix; all: Matrix } | null = null;
  eachTriangle(bytes, (name, own, ...corners) => {
    if (before?.own !== own) before = { own, all: times(times(transform, upright), own) };
    const { all } = before;
    const spots = corners.map((corner) => raster.corner(placed(all, ...corner)));
    const [a, b, c] = spots;
    if (a && b && c && Number.isFinite(a.x + b.x + c.x + a.h + b.h + c.h))
      raster.triangle([a, b, c], labelOf(drawing, name));
  });
}

interface Table {
  json: Readonly<Record<string, unknown>>;
  body: Buffer;
}

/** The feature table behind a header of so many bytes, and where what follows begins. */
function tableOf(bytes: Buffer, header: number): Table & { end: number } {
  if (bytes.length < header) throw new UnreadModel('3D Tiles');
  const [text, body] = [bytes.readUInt32LE(12), bytes.readUInt32LE(16)];
  const rest = header === 28 + 4 || header === 28 ? bytes.readUInt32LE(20) + bytes.readUInt32LE(24) : 0;
  const end = header + text + body + rest;
  if (end > bytes.length) throw new UnreadModel('3D Tiles');
  try {
    const json =
      text === 0 ? {} : (JSON.parse(bytes.toString('utf8', header, header + text)) as Table['json']);
    return { json, body: bytes.subarray(header + text, header + text + body), end };
  } catch {
    throw new UnreadModel('3D Tiles');
  }
}

const middleOf = ({ json }: Table): Vector => {
  const given = json['RTC_CENTER'];
  const known = Array.isArray(given) && given.length === 3 && given.every((one) => Number.isFinite(one));
  return known ? (given as unknown as Vector) : [0, 0, 0];
};

/** Points of a cloud: each is the top of its cell. @throws UnreadModel for compressed ones */
function drawPoints({ raster }: Drawing, bytes: Buffer, transform: Matrix): void {
  const table = tableOf(bytes, 28);
  const { json, body } = table;
  const whole = times(transform, moved(middleOf(table)));
  const count = Number(json['POINTS_LENGTH']);
  const { byteOffset: plain } = (json['POSITION'] ?? {}) as { byteOffset?: number };
  const { byteOffset: short } = (json['POSITION_QUANTIZED'] ?? {}) as { byteOffset?: number };
  const numbers = (name: string): readonly number[] => {
    const given = json[name];
    if (!Array.isArray(given) || given.length !== 3) throw new UnreadModel('pnts');
    return given as number[];
  };
  const start = plain ?? short;
  const width = plain === undefined ? 6 : 12;
  if (json['extensions'] || start === undefined || !(count >= 0) || start + count * width > body.length)
    throw new UnreadModel('pnts');
  const [offset, scale] =
    plain === undefined ? [numbers('QUANTIZED_VOLUME_OFFSET'), numbers('QUANTIZED_VOLUME_SCALE')] : [[], []];
  const read = (at: number, axis: number): number =>
    plain === undefined
      ? (offset[axis] as number) + (body.readUInt16LE(at + 2 * axis) / 65_535) * (scale[axis] as number)
      : body.readFloatLE(at + 4 * axis);
  for (let index = 0; index < count; index += 1) {
    const at = start + index * width;
    const corner = raster.corner(placed(whole, read(at, 0), read(at, 1), read(at, 2)));
    if (Number.isFinite(corner.x + corner.y + corner.h)) raster.point(corner, 0);
  }
}

function draw(drawing: Drawing, bytes: Buffer, transform: Matrix, depth: number): void {
  const magic = bytes.toString('latin1', 0, 4);
  if (magic === 'glTF') drawModel(drawing, bytes, transform);
  else if (magic === 'b3dm') {
    const table = tableOf(bytes, 28);
    drawModel(drawing, bytes.subarray(table.end), times(transform, moved(middleOf(table))));
  } else if (magic === 'pnts') drawPoints(drawing, bytes, transform);
  else if (magic === 'cmpt' && depth < depthMost && bytes.length >= 16) {
    let at = 16;
    for (let left = bytes.readUInt32LE(12); left > 0; left -= 1) {
      const length = at + 12 <= bytes.length ? bytes.readUInt32LE(at + 8) : 0;
      if (length < 12 || at + length > bytes.length) throw new UnreadModel('cmpt');
      draw(drawing, bytes.subarray(at, at + length), transform, depth + 1);
      at += length;
    }
  } else throw new UnreadModel(magic.replaceAll(/[^\w]/g, '?'));
}

/** What stands in one file of 3D Tiles, seen from above. @throws UnreadModel */
export function obstaclesOfContent(bytes: Buffer, transform: Matrix): ContentObstacles {
  const drawing: Drawing = { raster: new SurfaceRaster(), names: new Map([['', 0]]) };
  draw(drawing, bytes, transform, 0);
  return { blocks: drawing.raster.blocks(), names: [...drawing.names.keys()] };
}
