import { blockSide, cellOf, type Bounds } from '@eyrie/geometry';
import { across } from './raster.ts';

/** Cells from the west and north, the last ones counted. */
export interface CellRange {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Cells of the blocks that a box has anything of; two ranges over the antimeridian. */
export function rangesOf({ west, east, south, north }: Bounds): CellRange[] {
  const [from, to] = [cellOf({ lng: west, lat: north }), cellOf({ lng: east, lat: south })];
  const rows = { top: from.y * blockSide, bottom: (to.y + 1) * blockSide - 1 };
  const [left, right] = [from.x * blockSide, (to.x + 1) * blockSide - 1];
  // The edge of the map is the west of its first cell.
  const end = east >= 180 && west < 180 ? across - 1 : right;
  if (west <= east) return [{ ...rows, left, right: end }];
  return [
    { ...rows, left, right: across - 1 },
    { ...rows, left: 0, right },
  ];
}

/** What two ranges have in common; null: nothing. */
export function common(one: CellRange, other: CellRange): CellRange | null {
  const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)];
  const [top, bottom] = [Math.max(one.top, other.top), Math.min(one.bottom, other.bottom)];
  return left <= right && top <= bottom ? { left, right, top, bottom } : null;
}
