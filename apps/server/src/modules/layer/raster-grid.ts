import type { Placement } from './raster-place.ts';

/** Columns and rows of the file at the corners of the parts of a tile, row by row of corners. */
export interface Grid {
  /** Parts of a side. */
  parts: number;
  columns: Float64Array;
  rows: Float64Array;
}

/** How far, in pixels of the file, a place between corners may lie from where the projection puts it. */
export const mostOff = 1 / 32;
/** So many parts of a side are enough for any projection: within one its way is straight. */
const mostParts = 16;

/** Exact places at `cells` + 1 steps of each side of a tile. */
const placesOf = (placement: Placement, z: number, x: number, y: number, cells: number): Grid => {
  const corners = cells + 1;
  const columns = new Float64Array(corners ** 2);
  const rows = new Float64Array(corners ** 2);
  const size = 2 ** z;
  // All of a tile lies in one turn of the world, also at its edge on ±180°.
  const turn = placement.turnAt?.((x + 0.5) / size) ?? 0;
  for (let down = 0; down < corners; down += 1)
    for (let across = 0; across < corners; across += 1) {
      const at = down * corners + across;
      const [column, row] = placement.pixelAt(turn + (x + across / cells) / size, (y + down / cells) / size);
      [columns[at], rows[at]] = [column, row];
    }
  return { parts: cells, columns, rows };
};

/** Every second place of one that is twice as fine. */
const halfOf = ({ parts, columns, rows }: Grid): Grid => {
  const [fine, coarse] = [parts + 1, parts / 2 + 1];
  const pick = (all: Float64Array): Float64Array =>
    Float64Array.from(
      { length: coarse ** 2 },
      (_, at) => all[Math.floor(at / coarse) * 2 * fine + (at % coarse) * 2] ?? Number.NaN,
    );
  return { parts: parts / 2, columns: pick(columns), rows: pick(rows) };
};

/**
 * The largest distance, in pixels, between exact places in the middle of parts and of their edges and those in between
 * corners. The way is smooth, so that it bends most there. NaN where a place has none.
 */
const offOf = ({ parts, columns, rows }: Grid): number => {
  const corners = parts + 1;
  let most = 0;
  const look = (at: number, near: readonly number[]): void => {
    const mean = (all: Float64Array): number =>
      near.reduce((sum, one) => sum + (all[one] ?? Number.NaN), 0) / near.length;
    const off = Math.hypot((columns[at] ?? 0) - mean(columns), (rows[at] ?? 0) - mean(rows));
    most = Number.isNaN(off) ? off : Math.max(most, off);
  };
  for (let down = 0; down < corners; down += 1)
    for (let across = 0; across < corners; across += 1) {
      const [inColumn, inRow] = [across % 2 === 1, down % 2 === 1];
      const at = down * corners + across;
      if (inColumn && inRow)
        look(at, [at - corners - 1, at - corners + 1, at + corners - 1, at + corners + 1]);
      else if (inColumn) look(at, [at - 1, at + 1]);
      else if (inRow) look(at, [at - corners, at + corners]);
    }
  return most;
};

/**
 * Where the pixels of a tile lie in the file: exact at the corners of parts, and between them at most `mostOff` away. As
 * few parts as that needs.
 */
export function gridOf(placement: Placement, z: number, x: number, y: number): Grid {
  for (let parts = 2; parts < mostParts; parts *= 2) {
    const fine = placesOf(placement, z, x, y, parts * 2);
    if (offOf(fine) <= mostOff) return halfOf(fine);
  }
  return placesOf(placement, z, x, y, mostParts);
}
