import type { PlanePoint } from '../plane.ts';
import type { FlatRing } from './flat.ts';

/** Square cells over a box of the plane, metres; rows from the south, columns from the west. */
export interface CellGrid {
  readonly west: number;
  readonly south: number;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
}

/** Metres; smaller cells say nothing more. */
const leastCell = 0.25;

/** A grid over these rings with no more cells than that, and none smaller than `least` metres. */
export function gridOver(rings: readonly FlatRing[], cells: number, least = leastCell): CellGrid {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings)
    for (const point of ring) {
      [west, south] = [Math.min(west, point.east), Math.min(south, point.north)];
      [east, north] = [Math.max(east, point.east), Math.max(north, point.north)];
    }
  const cell = Math.max(
    leastCell,
    least,
    Math.sqrt(((east - west) * (north - south)) / cells),
    // A strip one cell wide has as many as it is long.
    (east - west + (north - south)) / cells,
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

/** Calls with every stretch of cells of a row whose middles lie in rings, by the even-odd rule. */
export function fillCells(
  { west, south, cell, columns, rows }: CellGrid,
  rings: readonly FlatRing[],
  each: (from: number, until: number, row: number) => void,
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
      if (from < until) each(from, until, row);
    }
  }
}

/** The same for one convex ring, without lists: photos are many. */
export function fillConvex(
  { west, south, cell, columns, rows }: CellGrid,
  ring: FlatRing,
  each: (from: number, until: number, row: number) => void,
): void {
  let [low, high] = [Infinity, -Infinity];
  for (const { north } of ring) {
    if (north < low) low = north;
    if (north > high) high = north;
  }
  const last = Math.min(rows - 1, Math.floor((high - south) / cell));
  for (let row = Math.max(0, Math.floor((low - south) / cell)); row <= last; row += 1) {
    const north = south + (row + 0.5) * cell;
    let [left, right] = [Infinity, -Infinity];
    let a = ring[ring.length - 1] as PlanePoint;
    for (const b of ring) {
      if (a.north > north !== b.north > north) {
        const east = a.east + ((b.east - a.east) * (north - a.north)) / (b.north - a.north);
        if (east < left) left = east;
        if (east > right) right = east;
      }
      a = b;
    }
    const from = Math.max(0, Math.ceil((left - west) / cell - 0.5));
    const until = Math.min(columns, Math.ceil((right - west) / cell - 0.5));
    if (from < until) each(from, until, row);
  }
}
