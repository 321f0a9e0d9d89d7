import { limits } from '@eyrie/domain/rules';
import type { LasHeader, Triple } from './las-file.ts';

/** Levels below the root; a cell of the last one is no longer divided. */
export const depth = 8;
const across = 2 ** depth;

/** The cube that all points lie in, in the units of the file. */
export interface Cube {
  from: Triple;
  /** Of one side of the cube in metres. */
  side: number;
  /** Metres of one unit along each axis. */
  metres: Triple;
}

export interface CloudNode {
  level: number;
  /** Column, row and layer among those of its level. */
  place: Triple;
  /** Points of it and of all below it. */
  total: number;
  children: (CloudNode | undefined)[];
  /** Points that came by, those that were kept, and in which blocks they lie. */
  passed: number;
  kept: number;
  blocks: number[];
  pending: Int32Array | null;
}

/** The cube around the box that the header names. @param inDegrees its units across are degrees */
export function cubeOf({ min, max }: LasHeader, inDegrees: boolean, unit: number): Cube {
  const degree = 111_320;
  const narrow = Math.cos((Math.max(-89, Math.min(89, (min[1] + max[1]) / 2)) * Math.PI) / 180);
  const metres: Triple = inDegrees ? [degree * narrow, degree, unit] : [1, 1, unit];
  const lengths = [0, 1, 2].map((at) => ((max[at] ?? 0) - (min[at] ?? 0)) * (metres[at] ?? 1));
  return { from: min, side: Math.max(0.01, ...lengths) * 1.000_001, metres };
}

const stepOf = (value: number): number => Math.min(across - 1, Math.max(0, Math.floor(value * across)));

/** Number of the cell of the last level that a place lies in. Called for each point: it makes no object. */
export const cellOf = ({ from, side, metres }: Cube, x: number, y: number, z: number): number => {
  const column = stepOf(((x - from[0]) * metres[0]) / side);
  const row = stepOf(((y - from[1]) * metres[1]) / side);
  return (stepOf(((z - from[2]) * metres[2]) / side) * across + row) * across + column;
};

const keyOf = ([x, y, z]: Triple, size: number): number => (z * size + y) * size + x;

const placeOf = (key: number, size: number): Triple => [
  key % size,
  Math.floor(key / size) % size,
  Math.floor(key / (size * size)),
];

/** How many points lie in each cell of each level, from the whole down to the last. */
const countsOf = (cells: ReadonlyMap<number, number>): ReadonlyMap<number, number>[] => {
  const levels: ReadonlyMap<number, number>[] = [cells];
  for (let level = depth; level > 0; level -= 1) {
    const size = 2 ** level;
    const above = new Map<number, number>();
    for (const [key, count] of levels[0] as ReadonlyMap<number, number>) {
      const [x, y, z] = placeOf(key, size);
      const up = keyOf([x >> 1, y >> 1, z >> 1], size / 2);
      above.set(up, (above.get(up) ?? 0) + count);
    }
    levels.unshift(above);
  }
  return levels;
};

export const isLeaf = ({ children }: CloudNode): boolean => children.length === 0;

/** Divides the cube where many points lie. @param cells points in each cell of the last level */
export function treeOf(cells: ReadonlyMap<number, number>): CloudNode {
  const levels = countsOf(cells);
  const nodeAt = (level: number, place: Triple): CloudNode | undefined => {
    const total = levels[level]?.get(keyOf(place, 2 ** level));
    if (total === undefined) return undefined;
    const node: CloudNode = {
      level,
      place,
      total,
      children: [],
      passed: 0,
      kept: 0,
      blocks: [],
      pending: null,
    };
    if (total <= limits.layer.cloudTilePoints || level === depth) return node;
    const [x, y, z] = place;
    node.children = Array.from({ length: 8 }, (_, at) =>
      nodeAt(level + 1, [2 * x + (at & 1), 2 * y + ((at >> 1) & 1), 2 * z + (at >> 2)]),
    );
    return node;
  };
  const root = nodeAt(0, [0, 0, 0]);
  if (!root) throw new Error('no point was counted');
  return root;
}

/**
 * A part of what comes by a node that is divided stays in it, evenly; the others go on to the cell that they lie in.
 * @param cell number of a cell of the last level
 */
export function nodeFor(root: CloudNode, cell: number): CloudNode {
  const [x, y, z] = [cell % across, Math.floor(cell / across) % across, Math.floor(cell / across ** 2)];
  let node = root;
  while (!isLeaf(node)) {
    const share = limits.layer.cloudSample / node.total;
    node.passed += 1;
    if (Math.floor(node.passed * share) > Math.floor((node.passed - 1) * share)) return node;
    const shift = depth - node.level - 1;
    const at = ((x >> shift) & 1) | (((y >> shift) & 1) << 1) | (((z >> shift) & 1) << 2);
    const next = node.children[at];
    if (!next) return node;
    node = next;
  }
  return node;
}
