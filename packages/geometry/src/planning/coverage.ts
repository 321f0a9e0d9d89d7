import type { LocalPlane } from '../plane.ts';
import type { Place } from '../sphere.ts';
import type { ViewAngles } from '../view.ts';
import { fillCells, fillConvex, gridOver, type CellGrid } from './coverage-grid.ts';
import { checked, PlanningFault } from './fault.ts';
import { signedArea, type FlatRing } from './flat.ts';
import { planeOf, type AreaPart } from './ground.ts';
import type { GroundHeight } from './ground-height.ts';
import { frameOf, ringOnLevel, seesUnder, type PhotoFrame, type PhotoView } from './photo-frame.ts';

/** On how many photos the ground is, counted at the middles of square cells. */
export interface Coverage {
  /** Metres of a side of a cell. */
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  /** Photos of each cell, rows from the south, columns from the west; 255: that many or more. */
  readonly counts: Uint8Array;
  /** 1 where the middle of a cell lies on the ground that is to be covered. */
  readonly inside: Uint8Array;
  /** South-western and north-eastern corner of the grid. */
  readonly corners: readonly [Place, Place];
  /** Square metres of the ground, as cells count it; and of what no photo shows. */
  readonly area: number;
  readonly uncovered: number;
}

export interface CoverageOptions {
  /** What is to be covered; nothing: cells lie wherever photos show the ground. */
  readonly ground: readonly AreaPart[];
  readonly photos: readonly PhotoView[];
  readonly angles: ViewAngles;
  /** Metres of the ground; null: not known. Missing: level everywhere. */
  readonly heightAt?: GroundHeight;
  /** Metres of ground that is not known; default 0. */
  readonly level?: number;
  /** Most cells of the grid, so its memory; default 50 000. */
  readonly cells?: number;
  /** Metres along the ground beyond which a photo shows nothing of use; default 1000. */
  readonly range?: number;
}

/** Cells that are looked at for all photos together; bounds the time. */
const mostCounts = 5_000_000;
const mostCells = 4_000_000;
const mostRange = 100_000;

interface Heights {
  readonly values: Float64Array;
  readonly low: number;
  readonly high: number;
}

/** Heights of the middles of all cells. */
function heightsOf(grid: CellGrid, plane: LocalPlane, level: number, heightAt?: GroundHeight): Heights {
  const { west, south, cell, columns, rows } = grid;
  const values = new Float64Array(columns * rows).fill(level);
  let [low, high] = [Infinity, -Infinity];
  for (let row = 0; row < rows && heightAt; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const place = plane.toPlace({ east: west + (column + 0.5) * cell, north: south + (row + 0.5) * cell });
      values[row * columns + column] = heightAt(place) ?? level;
    }
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return { values, low, high };
}

const square = ({ east, north }: PhotoFrame, range: number): FlatRing => [
  { east: east - range, north: north - range },
  { east: east + range, north: north - range },
  { east: east + range, north: north + range },
  { east: east - range, north: north + range },
];

function boxOf(rings: readonly FlatRing[]): FlatRing {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { east, north } of rings.flat()) {
    [left, right] = [Math.min(left, east), Math.max(right, east)];
    [low, high] = [Math.min(low, north), Math.max(high, north)];
  }
  return [
    { east: left, north: low },
    { east: right, north: low },
    { east: right, north: high },
    { east: left, north: high },
  ];
}

/** Where cells may be that a photo shows, whatever height between these two they have. */
function reachOf(frame: PhotoFrame, { low, high }: Pick<Heights, 'low' | 'high'>, range: number): FlatRing {
  const wide = ringOnLevel(frame, low, range);
  const near = ringOnLevel(frame, high, range);
  if (!wide || !near) return square(frame, range);
  return seesUnder(frame) || low === high ? wide : boxOf([wide, near]);
}

interface Counting {
  readonly grid: CellGrid;
  readonly heights: Heights;
  readonly reaches: readonly FlatRing[];
}

/** The finest grid, with where each photo reaches on it, that the limits of memory and time allow. */
function countingOf(
  rings: readonly FlatRing[],
  frames: readonly PhotoFrame[],
  plane: LocalPlane,
  { heightAt, level = 0, cells = 50_000, range = 1_000 }: CoverageOptions,
): Counting {
  const reachesOver = (heights: Heights) => frames.map((frame) => reachOf(frame, heights, range));
  const lay = (least?: number): Counting => {
    const grid = gridOver(rings, cells, least);
    const heights = heightsOf(grid, plane, level, heightAt);
    return { grid, heights, reaches: reachesOver(heights) };
  };
  const first = lay();
  const { cell, columns, rows } = first.grid;
  const looks = first.reaches.reduce(
    // What lies beside the grid is not looked at.
    (sum, ring) => sum + Math.min(columns * rows, Math.abs(signedArea(ring)) / cell ** 2),
    0,
  );
  return looks > mostCounts ? lay(cell * Math.sqrt(looks / mostCounts)) : first;
}

/** Counts one photo in all cells that it shows. */
function countPhoto(
  counts: Uint8Array,
  { grid, heights }: Counting,
  frame: PhotoFrame,
  reach: FlatRing,
  range: number,
): void {
  const { right, up, ahead, wide, high } = frame;
  const { values } = heights;
  fillConvex(grid, reach, (from, until, row) => {
    const north = grid.south + (row + 0.5) * grid.cell - frame.north;
    for (let column = from; column < until; column += 1) {
      const at = row * grid.columns + column;
      const east = grid.west + (column + 0.5) * grid.cell - frame.east;
      const rise = (values[at] as number) - frame.height;
      const away = east * ahead[0] + north * ahead[1] + rise * ahead[2];
      if (
        away > 0 &&
        Math.abs(east * right[0] + north * right[1]) <= away * wide &&
        Math.abs(east * up[0] + north * up[1] + rise * up[2]) <= away * high &&
        east * east + north * north <= range * range
      ) {
        const seen = counts[at] as number;
        if (seen < 255) counts[at] = seen + 1;
      }
    }
  });
}

/** What photos show, or the ground that is to be covered, and the plane about it. @throws PlanningFault */
function spread({ ground, photos, angles, heightAt, level = 0, range = 1_000 }: CoverageOptions) {
  const places = ground.flat(2);
  if (places.length === 0 && photos.length === 0) throw new PlanningFault('emptyArea', { field: 'ground' });
  const plane = planeOf(places.length > 0 ? places : photos, 'ground');
  const frames = photos.map((photo) => frameOf(photo, plane.toPlane(photo), angles));
  const rings =
    places.length > 0
      ? ground.flat().map((ring) => ring.map(plane.toPlane))
      : frames.map((frame, at) => {
          const under = heightAt?.(photos[at] as PhotoView) ?? level;
          return ringOnLevel(frame, under, range) ?? square(frame, range);
        });
  return { plane, frames, rings, covered: places.length > 0 ? rings : [] };
}

function check({ angles, cells = 50_000, range = 1_000 }: CoverageOptions): void {
  checked('cells', cells, { min: 1, max: mostCells });
  checked('horizontal', angles.horizontal, { above: 0, below: 180 });
  checked('vertical', angles.vertical, { above: 0, below: 180 });
  checked('range', range, { above: 0, max: mostRange });
}

const cornersOf = ({ west, south, cell, columns, rows }: CellGrid, plane: LocalPlane) =>
  [
    plane.toPlace({ east: west, north: south }),
    plane.toPlace({ east: west + columns * cell, north: south + rows * cell }),
  ] as const;

/** 1 in each cell whose middle lies in the rings. */
function insideOf(grid: CellGrid, rings: readonly FlatRing[]): Uint8Array {
  const inside = new Uint8Array(grid.columns * grid.rows);
  fillCells(grid, rings, (from, until, row) =>
    inside.fill(1, row * grid.columns + from, row * grid.columns + until),
  );
  return inside;
}

/** Square metres of the cells that are marked, and of those of them in which nothing was counted. */
function areasOf(marked: Uint8Array, counts: Uint8Array, cell: number): { area: number; uncovered: number } {
  let [all, bare] = [0, 0];
  for (let at = 0; at < counts.length; at += 1)
    if (marked[at]) {
      all += 1;
      if (!counts[at]) bare += 1;
    }
  return { area: all * cell ** 2, uncovered: bare * cell ** 2 };
}

/** Photos of each cell. @param from the first photo that is counted, and how many of those that follow it */
function countsOf(
  counting: Counting,
  frames: readonly PhotoFrame[],
  range: number,
  [from, until]: readonly [number, number] = [0, frames.length],
): Uint8Array {
  const counts = new Uint8Array(counting.grid.columns * counting.grid.rows);
  for (let at = from; at < until; at += 1)
    countPhoto(counts, counting, frames[at] as PhotoFrame, counting.reaches[at] as FlatRing, range);
  return counts;
}

/**
 * Counts on how many photos each cell of the ground is: those in whose frame the middle of the cell lies at its own height. What
 * stands before it is not asked. The grid is as fine as its limits of memory and time allow.
 * @throws PlanningFault for figures out of range or ground that no grid can hold
 */
export function coverageOf(options: CoverageOptions): Coverage {
  check(options);
  const { range = 1_000 } = options;
  const { plane, frames, rings, covered } = spread(options);
  const counting = countingOf(rings, frames, plane, options);
  const { cell, columns, rows } = counting.grid;
  const counts = countsOf(counting, frames, range);
  const inside = insideOf(counting.grid, covered);
  const corners = cornersOf(counting.grid, plane);
  return { cell, columns, rows, counts, inside, corners, ...areasOf(inside, counts, cell) };
}

/**
 * The ground that is to be covered, or without such that the photos of `options` show, and on how many of other photos each of its
 * cells is. One grid for both, so that a gap is a gap and no edge of a cell.
 * @param taken photos that were taken, each with the angles of its lens
 * @throws PlanningFault for figures out of range or ground that no grid can hold
 */
export function comparedCoverage(options: CoverageOptions, taken: readonly PhotoView[]): Coverage {
  check(options);
  const { angles, range = 1_000 } = options;
  const { plane, frames: planned, rings, covered } = spread(options);
  const promised = covered.length > 0 ? [] : planned;
  const frames = [...promised, ...taken.map((photo) => frameOf(photo, plane.toPlane(photo), angles))];
  const counting = countingOf(rings, frames, plane, options);
  const { cell, columns, rows } = counting.grid;
  const inside =
    covered.length > 0
      ? insideOf(counting.grid, covered)
      : countsOf(counting, frames, range, [0, promised.length]).map((count) => Math.min(1, count));
  const counts = countsOf(counting, frames, range, [promised.length, frames.length]);
  const corners = cornersOf(counting.grid, plane);
  return { cell, columns, rows, counts, inside, corners, ...areasOf(inside, counts, cell) };
}
