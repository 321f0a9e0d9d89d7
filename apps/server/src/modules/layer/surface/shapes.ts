import type { Bounds, ObstacleBlock } from '@eyrie/geometry';
import { common, rangesOf, type CellRange } from './cells.ts';
import { cornerAt, SurfaceRaster, type Corner } from './raster.ts';
import { UnreadModel } from './unread.ts';

/** From where heights of shapes are counted. */
export const heightOrigins = ['ground', 'sea'] as const;
export type HeightOrigin = (typeof heightOrigins)[number];

/** What of a kept feature says how high it stands: metres of all of it, or of each of its places in their order. */
export interface Standing {
  over: HeightOrigin;
  top?: number;
  tops?: readonly number[];
}

interface Kept {
  properties: { name: string; standing?: Standing };
  geometry: { type: string; coordinates: unknown };
}

type Path = Corner[];

/** Where a shape is drawn, and as what. */
interface Pen {
  raster: SurfaceRaster;
  label: number;
}

/** Cells that one piece of a line is long at most. */
const pieceMost = 500;
const namesMost = 60_000;

/** Places of a geometry as rings and lines, each with its height. */
function pathsOf({ geometry, properties: { standing } }: Kept): Path[] {
  if (!standing) return [];
  let at = 0;
  const place = ([lng, lat]: readonly number[]): Corner => {
    const top = standing.tops?.[at] ?? standing.top;
    at += 1;
    if (top === undefined || !Number.isFinite(top)) throw new UnreadModel('height');
    return cornerAt({ lng: lng as number, lat: lat as number }, top);
  };
  const walk = (value: unknown): Path[] => {
    const list = value as unknown[];
    if (typeof list[0] === 'number') return [[place(list as number[])]];
    const inner = list.map(walk);
    const flat = (list[0] as unknown[] | undefined)?.[0];
    // A list of places is one path, but several points are several.
    return typeof flat === 'number' && geometry.type !== 'MultiPoint' ? [inner.flat(2)] : inner.flat();
  };
  return walk(geometry.coordinates);
}

const rangeOf = (paths: readonly Path[]): CellRange => {
  const range = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const path of paths)
    for (const { x, y } of path) {
      [range.left, range.right] = [Math.min(range.left, x), Math.max(range.right, x)];
      [range.top, range.bottom] = [Math.min(range.top, y), Math.max(range.bottom, y)];
    }
  return {
    left: Math.floor(range.left),
    right: Math.floor(range.right),
    top: Math.floor(range.top),
    bottom: Math.floor(range.bottom),
  };
};

/** A leg in pieces, those that lie in none of the ranges left out. */
function drawLeg({ raster, label }: Pen, [from, to]: [Corner, Corner], ranges: readonly CellRange[]): void {
  const pieces = Math.max(
    1,
    Math.ceil(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / pieceMost),
  );
  const at = (share: number): Corner => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
    h: from.h + (to.h - from.h) * share,
  });
  for (let piece = 0; piece < pieces; piece += 1) {
    const ends: [Corner, Corner] = [at(piece / pieces), at((piece + 1) / pieces)];
    if (ranges.some((range) => common(range, rangeOf([ends])))) raster.triangle([...ends, ends[1]], label);
  }
}

/** Cells whose middle lies inside rings, by the even-odd rule. */
function fill({ raster, label }: Pen, rings: readonly Path[], { left, right, top, bottom }: CellRange): void {
  const height = Math.max(...rings.map((ring) => ring.reduce((most, { h }) => Math.max(most, h), -Infinity)));
  for (let row = top; row <= bottom; row += 1) {
    const crossings: number[] = [];
    for (const ring of rings)
      for (const [at, to] of ring.entries()) {
        const from = ring[(at + ring.length - 1) % ring.length] as Corner;
        const middle = row + 0.5;
        if (from.y > middle !== to.y > middle)
          crossings.push(from.x + ((to.x - from.x) * (middle - from.y)) / (to.y - from.y));
      }
    crossings.sort((a, b) => a - b);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const first = Math.max(left, Math.ceil((crossings[at] as number) - 0.5));
      const last = Math.min(right, Math.floor((crossings[at + 1] as number) - 0.5));
      for (let column = first; column <= last; column += 1) raster.raise(column, row, height, label);
    }
  }
}

/** Rings of each area, or nothing: lines and points have no inside. */
const areasOf = ({ geometry: { type, coordinates } }: Kept, paths: readonly Path[]): Path[][] => {
  if (type === 'Polygon') return [[...paths]];
  if (type !== 'MultiPolygon') return [];
  let at = 0;
  return (coordinates as unknown[][]).map(({ length }) => paths.slice(at, (at += length)));
};

function drawShape(pen: Pen, kept: Kept, paths: readonly Path[], ranges: readonly CellRange[]): void {
  for (const path of paths) {
    const [only] = path;
    if (path.length === 1 && only) {
      const spot = rangeOf([path]);
      if (ranges.some((range) => common(range, spot))) pen.raster.point(only, pen.label);
    }
    for (const [at, to] of path.entries()) if (at > 0) drawLeg(pen, [path[at - 1] as Corner, to], ranges);
  }
  for (const rings of areasOf(kept, paths))
    for (const range of ranges) {
      const part = common(range, rangeOf(rings));
      if (part) fill(pen, rings, part);
    }
}

/** What stands by a file of shapes, by where its heights are counted from. */
export interface ShapeObstacles {
  blocks: Record<HeightOrigin, ObstacleBlock[]>;
  names: string[];
  /** Whether a shape in the boxes says no height. */
  unknown: boolean;
}

const bare = ({ geometry }: Kept): Path[] =>
  pathsOf({ geometry, properties: { name: '', standing: { over: 'ground', top: 0 } } });

/** Names of shapes; further ones than anybody reads are left out, not what they stand for. */
function labelOf(names: Map<string, number>, name: string): number {
  if (!names.has(name) && names.size < namesMost) names.set(name, names.size);
  return names.get(name) ?? 0;
}

/** @throws UnreadModel where there is more than may be */
export function obstaclesOfShapes(text: string, boxes: readonly Bounds[]): ShapeObstacles {
  const { features } = JSON.parse(text) as { features: Kept[] };
  const ranges = boxes.flatMap(rangesOf);
  const names = new Map([['', 0]]);
  const rasters = { ground: new SurfaceRaster(), sea: new SurfaceRaster() };
  let unknown = false;
  for (const kept of features) {
    const { standing, name } = kept.properties;
    const paths = standing ? pathsOf(kept) : bare(kept);
    const own = rangeOf(paths);
    const near = ranges.filter((range) => common(range, own));
    if (near.length === 0) continue;
    if (!standing) unknown = true;
    else drawShape({ raster: rasters[standing.over], label: labelOf(names, name) }, kept, paths, near);
  }
  const { ground, sea } = rasters;
  return { blocks: { ground: ground.blocks(), sea: sea.blocks() }, names: [...names.keys()], unknown };
}
