import type { Bounds, Place } from './sphere.ts';
import { boundsOfTile, unitOf } from './tile-grid.ts';

/** Cells of what stands on the ground: squares of the web map of this level, 2.4 m wide at the equator and less elsewhere. */
export const obstacleLevel = 24;
/** Cells by each side of a block; blocks are squares of the web map too. */
export const blockSide = 64;
const blockLevel = obstacleLevel - Math.log2(blockSide);

/** Tops of what stands in one block: only cells in which something stands are listed. */
export interface ObstacleBlock {
  readonly x: number;
  readonly y: number;
  /** Row × 64 + column of each cell. */
  readonly cells: Uint16Array;
  /** Metres of the highest place in the cell. */
  readonly tops: Float32Array;
  /** What that is, by its place among the labels. */
  readonly labels: Uint16Array;
}

/** What an obstacle is called: by its model, which may have no name for it, and the layer that it comes from. */
export interface ObstacleLabel {
  readonly name: string;
  readonly layer: string;
}

export interface Obstacle extends ObstacleLabel {
  /** Metres, in the heights of the blocks. */
  readonly top: number;
}

export interface ObstacleField {
  /** What stands at a place; null: nothing that is known. */
  at(place: Place): Obstacle | null;
  /** Metres of its top; null: nothing that is known. */
  topAt(place: Place): number | null;
  /** Whether anything may stand between two places. */
  between(from: Place, to: Place): boolean;
}

const blockKey = (x: number, y: number): number => y * 2 ** blockLevel + x;
const cellsAcross = 2 ** obstacleLevel;
const floorOf = (share: number): number => Math.min(cellsAcross - 1, Math.floor(share * cellsAcross));

/** Block and cell of a place. */
export function cellOf(place: Place): { x: number; y: number; cell: number } {
  const unit = unitOf(place);
  const [column, row] = [floorOf(unit.x), floorOf(unit.y)];
  const [x, y] = [Math.floor(column / blockSide), Math.floor(row / blockSide)];
  return { x, y, cell: (row - y * blockSide) * blockSide + (column - x * blockSide) };
}

/** Blocks that a box has anything of, as ranges of columns (two over the antimeridian) and rows. */
export function blocksIn({ west, south, east, north }: Bounds): {
  holds(x: number, y: number): boolean;
} {
  const side = 2 ** blockLevel;
  const low = unitOf({ lng: west, lat: north });
  const high = unitOf({ lng: east, lat: south });
  const [left, right] = [Math.floor(low.x * side), Math.floor(high.x * side)];
  const [top, bottom] = [Math.floor(low.y * side), Math.floor(high.y * side)];
  const across = west > east || right < left;
  return {
    holds: (x, y) => y >= top && y <= bottom && (across ? x >= left || x <= right : x >= left && x <= right),
  };
}

/** Obstacles of several layers as one; of two in a cell the higher one is there. */
export function obstacleField(
  blocks: readonly ObstacleBlock[],
  labels: readonly ObstacleLabel[],
): ObstacleField {
  const all = new Map<number, ObstacleBlock[]>();
  for (const block of blocks) {
    const key = blockKey(block.x, block.y);
    const same = all.get(key);
    if (same) same.push(block);
    else all.set(key, [block]);
  }
  const found = new Map<number, Map<number, readonly [top: number, label: number]>>();
  const cellsOf = (key: number): ReadonlyMap<number, readonly [number, number]> | null => {
    const known = found.get(key);
    if (known) return known;
    const same = all.get(key);
    if (!same) return null;
    const cells = new Map<number, readonly [number, number]>();
    for (const block of same)
      for (const [at, cell] of block.cells.entries()) {
        const top = block.tops[at] as number;
        if (top > (cells.get(cell)?.[0] ?? -Infinity)) cells.set(cell, [top, block.labels[at] as number]);
      }
    found.set(key, cells);
    return cells;
  };
  const lookup = (place: Place): readonly [number, number] | null => {
    if (!Number.isFinite(place.lng + place.lat)) return null;
    const { x, y, cell } = cellOf(place);
    return cellsOf(blockKey(x, y))?.get(cell) ?? null;
  };
  return {
    topAt: (place) => lookup(place)?.[0] ?? null,
    at: (place) => {
      const [top, label] = lookup(place) ?? [null, 0];
      return top === null ? null : { top, ...(labels[label] ?? { name: '', layer: '' }) };
    },
    between: (from, to) => anyOf(all, from, to),
  };
}

/** Blocks that a straight way is asked for one by one; of a longer one it is simply said that something may stand there. */
const askedMost = 4_096;

function anyOf(all: ReadonlyMap<number, unknown>, from: Place, to: Place): boolean {
  if (all.size === 0) return false;
  const [a, b] = [cellOf(from), cellOf(to)];
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  if ((right - left + 1) * (bottom - top + 1) > askedMost) return true;
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) if (all.has(blockKey(x, y))) return true;
  return false;
}

const headBytes = 12;
const cellBytes = 8;

/** Blocks as bytes: of each its column, its row and how many cells, then cell, label and top of each of them. */
export function packBlocks(blocks: readonly ObstacleBlock[]): Uint8Array {
  const size = blocks.reduce((sum, { cells }) => sum + headBytes + cells.length * cellBytes, 0);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { x, y, cells, tops, labels } of blocks) {
    view.setUint32(at, x);
    view.setUint32(at + 4, y);
    view.setUint32(at + 8, cells.length);
    at += headBytes;
    for (const [index, cell] of cells.entries()) {
      view.setUint16(at, cell);
      view.setUint16(at + 2, labels[index] as number);
      view.setFloat32(at + 4, tops[index] as number);
      at += cellBytes;
    }
  }
  return bytes;
}

/** @throws RangeError for bytes that are no blocks */
export function unpackBlocks(bytes: Uint8Array): ObstacleBlock[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const blocks: ObstacleBlock[] = [];
  let at = 0;
  while (at < bytes.length) {
    const count = view.getUint32(at + 8);
    if (count > blockSide * blockSide) throw new RangeError('no block of obstacles');
    const [x, y] = [view.getUint32(at), view.getUint32(at + 4)];
    const [cells, labels] = [new Uint16Array(count), new Uint16Array(count)];
    const tops = new Float32Array(count);
    at += headBytes;
    for (let index = 0; index < count; index += 1) {
      cells[index] = view.getUint16(at);
      labels[index] = view.getUint16(at + 2);
      tops[index] = view.getFloat32(at + 4);
      at += cellBytes;
    }
    blocks.push({ x, y, cells, tops, labels });
  }
  return blocks;
}

/** The box of a block. */
export const blockBounds = ({ x, y }: Pick<ObstacleBlock, 'x' | 'y'>): Bounds =>
  boundsOfTile({ z: blockLevel, x, y });

/** The middle of a block. */
export const blockMiddle = (block: Pick<ObstacleBlock, 'x' | 'y'>): Place => {
  const { west, east, south, north } = blockBounds(block);
  return { lng: (west + east) / 2, lat: (south + north) / 2 };
};
