import { blockSide, obstacleLevel, unitOf, type ObstacleBlock } from '@eyrie/geometry';
import { UnreadModel } from './unread.ts';
import { geodetic, type Vector } from './frame.ts';

/** Cells that one file may fill, and how often they may be looked at while it is drawn. */
const cellsMost = 400_000;
const looksMost = 40_000_000;

/** Cells around the Earth. */
export const across = 2 ** obstacleLevel;

/** A place in cells of the lattice. */
export function cornerAt(place: { lng: number; lat: number }, h: number): Corner {
  const { x, y } = unitOf(place);
  return { x: x * across, y: y * across, h };
}

/** A corner in cells of the lattice from the west and north, with metres above whatever heights are counted from. */
export interface Corner {
  x: number;
  y: number;
  h: number;
}

/** The part of a polygon on one side of a line; `sign` 1: beyond `edge`, −1: before it. */
function cut(corners: readonly Corner[], axis: 'x' | 'y', edge: number, sign: 1 | -1): Corner[] {
  const out: Corner[] = [];
  for (const [at, to] of corners.entries()) {
    const from = corners[(at + corners.length - 1) % corners.length] as Corner;
    const [a, b] = [(from[axis] - edge) * sign, (to[axis] - edge) * sign];
    if (a >= 0 !== b >= 0) {
      const share = a / (a - b);
      out.push({
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
        h: from.h + (to.h - from.h) * share,
      });
    }
    if (b >= 0) out.push(to);
  }
  return out;
}

const ends = (corners: readonly Corner[], axis: 'x' | 'y'): [number, number] => {
  let [low, high] = [Infinity, -Infinity];
  for (const corner of corners) [low, high] = [Math.min(low, corner[axis]), Math.max(high, corner[axis])];
  return [Math.floor(low), Math.floor(high)];
};

const highest = (corners: readonly Corner[]): number =>
  corners.reduce((most, { h }) => Math.max(most, h), -Infinity);

/** Draws triangles and points from above into cells: each keeps the highest place in it, and what that belongs to. */
export class SurfaceRaster {
  readonly #cells = new Map<number, [top: number, label: number]>();
  #looks = 0;

  corner(earth: Vector): Corner {
    const { lng, lat, height } = geodetic(earth);
    return cornerAt({ lng, lat }, height);
  }

  point({ x, y, h }: Corner, label: number): void {
    this.raise(Math.floor(x), Math.floor(y), h, label);
  }

  /** @throws UnreadModel where it has more than a file may have */
  triangle(corners: readonly [Corner, Corner, Corner], label: number): void {
    const [left, right] = ends(corners, 'x');
    const [top, bottom] = ends(corners, 'y');
    // Nothing that stands is a kilometre wide without a corner; over ±180° it would be the whole world.
    if (right - left > 2_000 || bottom - top > 2_000) throw new UnreadModel('triangle');
    if (left === right && top === bottom) {
      this.raise(left, top, highest(corners), label);
      return;
    }
    for (let y = top; y <= bottom; y += 1) {
      const row = top === bottom ? corners : cut(cut(corners, 'y', y, 1), 'y', y + 1, -1);
      if (row.length === 0) continue;
      const [from, to] = ends(row, 'x');
      for (let x = from; x <= to; x += 1) {
        const own = from === to ? row : cut(cut(row, 'x', x, 1), 'x', x + 1, -1);
        if (own.length > 0) this.raise(x, y, highest(own), label);
      }
    }
  }

  /** One cell, by its column and row. @throws UnreadModel as `triangle` */
  raise(x: number, y: number, height: number, label: number): void {
    if ((this.#looks += 1) > looksMost) throw new UnreadModel('looks');
    const key = y * across + x;
    const before = this.#cells.get(key);
    if (before === undefined) {
      if (this.#cells.size >= cellsMost) throw new UnreadModel('cells');
      this.#cells.set(key, [height, label]);
    } else if (height > before[0]) [before[0], before[1]] = [height, label];
  }

  blocks(): ObstacleBlock[] {
    const blocks = new Map<
      string,
      { x: number; y: number; all: [cell: number, top: number, label: number][] }
    >();
    for (const [key, [top, label]] of this.#cells) {
      const [row, column] = [Math.floor(key / across), key % across];
      const [x, y] = [Math.floor(column / blockSide), Math.floor(row / blockSide)];
      const name = `${x}/${y}`;
      const block = blocks.get(name) ?? { x, y, all: [] };
      blocks.set(name, block);
      block.all.push([(row - y * blockSide) * blockSide + (column - x * blockSide), top, label]);
    }
    return [...blocks.values()].map(({ x, y, all }) => ({
      x,
      y,
      cells: Uint16Array.from(all, ([cell]) => cell),
      tops: Float32Array.from(all, ([, top]) => top),
      labels: Uint16Array.from(all, ([, , label]) => label),
    }));
  }
}
