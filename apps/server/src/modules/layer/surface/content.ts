import type { ObstacleBlock } from '@eyrie/geometry';
import { identity, moved, placed, times, upright, type Matrix, type Vector } from './frame.ts';
import { eachTriangle, type ModelFile } from './gltf.ts';
import { instancesIn, placesOf } from './instances.ts';
import { SurfaceRaster } from './raster.ts';
import { middleOf, tableOf } from './table.ts';
import { noUnpackers, type Unpackers } from './unpack.ts';
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
  unpackers: Unpackers;
}

const labelOf = ({ names }: Drawing, name: string): number => {
  const known = names.get(name);
  if (known !== undefined) return known;
  // Further names than anybody reads are left out, not what they stand for.
  if (names.size >= namesMost) return 0;
  names.set(name, names.size);
  return names.size - 1;
};

/** Triangles of all instances of one file at most. */
const instancedMost = 3_000_000;

function drawModel(
  drawing: Drawing,
  file: Buffer | ModelFile,
  transform: Matrix,
  /** Where it stands; once, as it is, unless it is said. */
  instances: readonly Matrix[] = [identity],
): void {
  const { raster, unpackers } = drawing;
  let before: { own: Matrix; all: Matrix[] } | null = null;
  let count = 0;
  const each = (name: string, own: Matrix, ...corners: [Vector, Vector, Vector]): void => {
    if (before?.own !== own) {
      const stood = instances.map((one) => times(times(times(transform, one), upright), own));
      before = { own, all: stood };
    }
    if ((count += instances.length) > instancedMost) throw new UnreadModel('triangles');
    const label = labelOf(drawing, name);
    for (const all of before.all) {
      const [a, b, c] = corners.map((corner) => raster.corner(placed(all, ...corner)));
      if (a && b && c && Number.isFinite(a.x + b.x + c.x + a.h + b.h + c.h))
        raster.triangle([a, b, c], label);
    }
  };
  eachTriangle(file, each, unpackers);
}

/** Points of a cloud: each is the top of its cell. @throws UnreadModel for compressed ones */
function drawPoints({ raster }: Drawing, bytes: Buffer, transform: Matrix): void {
  const table = tableOf(bytes, 28);
  const { json } = table;
  const count = json['POINTS_LENGTH'];
  if (json['extensions'] || typeof count !== 'number' || !(count >= 0)) throw new UnreadModel('pnts');
  const placeOf = placesOf(table, count);
  for (let at = 0; at < count; at += 1) {
    const corner = raster.corner(placed(transform, ...placeOf(at)));
    if (Number.isFinite(corner.x + corner.y + corner.h)) raster.point(corner, 0);
  }
}

function draw(drawing: Drawing, bytes: Buffer, transform: Matrix, depth: number): void {
  const magic = bytes.toString('latin1', 0, 4);
  if (magic === 'glTF') drawModel(drawing, bytes, transform);
  else if (magic === 'b3dm') {
    const table = tableOf(bytes, 28);
    drawModel(drawing, bytes.subarray(table.end), times(transform, moved(middleOf(table))));
  } else if (magic === 'i3dm') {
    const table = tableOf(bytes, 32);
    // 0: an address stands in place of the model.
    if (bytes.readUInt32LE(28) !== 1) throw new UnreadModel('i3dm: address');
    drawModel(drawing, bytes.subarray(table.end), transform, instancesIn(table));
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

const drawingWith = (unpackers: Unpackers): Drawing => ({
  raster: new SurfaceRaster(),
  names: new Map([['', 0]]),
  unpackers,
});
const drawn = ({ raster, names }: Drawing): ContentObstacles => ({
  blocks: raster.blocks(),
  names: [...names.keys()],
});

/** What stands in one file of 3D Tiles, seen from above. @throws UnreadModel */
export function obstaclesOfContent(
  bytes: Buffer,
  transform: Matrix,
  unpackers: Unpackers = noUnpackers,
): ContentObstacles {
  const drawing = drawingWith(unpackers);
  draw(drawing, bytes, transform, 0);
  return drawn(drawing);
}

/** The same of a model whose buffers lie beside it. @throws UnreadModel */
export function obstaclesOfModel(file: ModelFile, transform: Matrix, unpackers: Unpackers): ContentObstacles {
  const drawing = drawingWith(unpackers);
  drawModel(drawing, file, transform);
  return drawn(drawing);
}
