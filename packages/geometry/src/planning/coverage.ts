import type { PlanePoint } from '../plane.ts';
import type { Place } from '../sphere.ts';
import { checked, PlanningFault } from './fault.ts';
import type { FlatRing } from './flat.ts';
import { planeOf, type AreaPart } from './ground.ts';
import type { PhotoPosition, PhotoSize } from './photos.ts';

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
  readonly ground: readonly AreaPart[];
  readonly photos: readonly PhotoPosition[];
  readonly size: PhotoSize;
  /** Most cells of the grid, so its memory; default 250 000. */
  readonly cells?: number;
}

/** Cells that are counted for all photos together; bounds the time. */
const mostCounts = 40_000_000;
const mostCells = 4_000_000;
/** Metres of a photo. */
const mostSide = 100_000;
/** Metres; smaller cells say nothing more. */
const leastCell = 0.25;

interface Grid {
  readonly west: number;
  readonly south: number;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
}

function gridOf(rings: readonly FlatRing[], photos: number, size: PhotoSize, cells: number): Grid {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings)
    for (const point of ring) {
      [west, south] = [Math.min(west, point.east), Math.min(south, point.north)];
      [east, north] = [Math.max(east, point.east), Math.max(north, point.north)];
    }
  const cell = Math.max(
    leastCell,
    Math.sqrt(((east - west) * (north - south)) / cells),
    // A strip one cell wide has as many as it is long.
    (east - west + (north - south)) / cells,
    Math.sqrt((photos * size.across * size.along) / mostCounts),
  );
  const columns = Math.max(1, Math.ceil((east - west) / cell));
  const rows = Math.max(1, Math.ceil((north - south) / cell));
  return { west, south, cell, columns, rows };
}

/** Metres east at which the edges of rings cross a row. */
function crossings(rings: readonly FlatRing[], north: number): number[] {
  const found: number[] = [];
  for (const ring of rings) {
    let a = ring.at(-1) as PlanePoint;
    for (const b of ring) {
      if (a.north > north !== b.north > north)
        found.push(a.east + ((b.east - a.east) * (north - a.north)) / (b.north - a.north));
      a = b;
    }
  }
  return found.toSorted((one, two) => one - two);
}

/** Calls with every stretch of cells of the grid whose middles lie in rings, by the even-odd rule. */
function fill(
  { west, south, cell, columns, rows }: Grid,
  rings: readonly FlatRing[],
  each: (from: number, until: number) => void,
): void {
  let [low, high] = [Infinity, -Infinity];
  for (const ring of rings)
    for (const { north } of ring) [low, high] = [Math.min(low, north), Math.max(high, north)];
  const last = Math.min(rows - 1, Math.floor((high - south) / cell));
  for (let row = Math.max(0, Math.floor((low - south) / cell)); row <= last; row += 1) {
    const cuts = crossings(rings, south + (row + 0.5) * cell);
    for (let at = 0; at + 1 < cuts.length; at += 2) {
      const from = Math.max(0, Math.ceil(((cuts[at] ?? 0) - west) / cell - 0.5));
      const until = Math.min(columns, Math.ceil(((cuts[at + 1] ?? 0) - west) / cell - 0.5));
      if (from < until) each(row * columns + from, row * columns + until);
    }
  }
}

const flatRing = ({ east, north }: PlanePoint, heading: number, { across, along }: PhotoSize): FlatRing => {
  const angle = (heading * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return (
    [
      [1, 1],
      [1, -1],
      [-1, -1],
      [-1, 1],
    ] as const
  ).map(([right, ahead]) => {
    const [x, y] = [(right * across) / 2, (ahead * along) / 2];
    return { east: east + x * cos + y * sin, north: north - x * sin + y * cos };
  });
};

/**
 * Counts on how many photos each cell of the ground is. The grid is as fine as its limits of memory and time allow.
 * @throws PlanningFault for figures out of range or ground that no grid can hold
 */
export function coverageOf({ ground, photos, size, cells = 250_000 }: CoverageOptions): Coverage {
  checked('cells', cells, { min: 1, max: mostCells });
  checked('across', size.across, { above: 0, max: mostSide });
  checked('along', size.along, { above: 0, max: mostSide });
  const places = ground.flat(2);
  if (places.length === 0) throw new PlanningFault('emptyArea', { field: 'ground' });
  const plane = planeOf(places, 'ground');
  const rings = ground.flat().map((ring) => ring.map(plane.toPlane));
  const grid = gridOf(rings, photos.length, size, cells);
  const count = grid.columns * grid.rows;
  const [counts, inside] = [new Uint8Array(count), new Uint8Array(count)];
  fill(grid, rings, (from, until) => inside.fill(1, from, until));
  for (const photo of photos)
    fill(grid, [flatRing(plane.toPlane(photo), photo.heading, size)], (from, until) => {
      for (let at = from; at < until; at += 1) {
        const seen = counts[at] ?? 0;
        if (seen < 255) counts[at] = seen + 1;
      }
    });
  const square = grid.cell ** 2;
  let [all, bare] = [0, 0];
  for (let at = 0; at < count; at += 1)
    if (inside[at]) {
      all += 1;
      if (!counts[at]) bare += 1;
    }
  const { west, south, cell, columns, rows } = grid;
  const corners = [
    plane.toPlace({ east: west, north: south }),
    plane.toPlace({ east: west + columns * cell, north: south + rows * cell }),
  ] as const;
  return { cell, columns, rows, counts, inside, corners, area: all * square, uncovered: bare * square };
}

/** Square metres of the ground that lie on `least` photos or more. */
export function areaSeen({ counts, inside, cell }: Coverage, least: number): number {
  let cells = 0;
  for (let at = 0; at < counts.length; at += 1) if (inside[at] && (counts[at] ?? 0) >= least) cells += 1;
  return cells * cell ** 2;
}
