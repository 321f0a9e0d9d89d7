import { localPlane } from './plane.ts';
import type { Bounds, Place } from './sphere.ts';

/** A net of square cells, rows from the north, at whose middles two surfaces are compared. */
export interface DifferenceNet {
  columns: number;
  rows: number;
  /** Metres of one side of a cell. */
  cell: number;
  bounds: Bounds;
  /** Middles of all cells, row by row. */
  places: Place[];
  /** Whether each of them lies within the outline. */
  within: Uint8Array;
}

/** By the rule of odd crossings; a corner belongs to one of the cells that meet there. */
const isInside = (ring: readonly { east: number; north: number }[], east: number, north: number): boolean => {
  let inside = false;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at, at += 1) {
    const [one, other] = [ring[at], ring[before]];
    if (!one || !other || one.north > north === other.north > north) continue;
    const crossing = one.east + ((north - one.north) / (other.north - one.north)) * (other.east - one.east);
    if (east < crossing) inside = !inside;
  }
  return inside;
};

/**
 * Lays a net over an outline of some kilometres.
 * @param ring corners of the outline, WGS-84 degrees, not closed
 * @param cells the most along the longer side
 * @param least metres of the side of a cell: finer than the surfaces is no use
 */
export function differenceNet(ring: readonly Place[], cells: number, least: number): DifferenceNet {
  const [first] = ring;
  if (!first) throw new RangeError('an outline has corners');
  const plane = localPlane(first);
  const corners = ring.map((place) => plane.toPlane(place));
  const easts = corners.map(({ east }) => east);
  const norths = corners.map(({ north }) => north);
  const [west, south] = [Math.min(...easts), Math.min(...norths)];
  const [width, height] = [Math.max(...easts) - west, Math.max(...norths) - south];
  const cell = Math.max(least, width / cells, height / cells);
  // A thousandth of a cell makes none of its own.
  const cellsOf = (length: number): number => Math.max(1, Math.ceil(length / cell - 1e-3));
  const [columns, rows] = [cellsOf(width), cellsOf(height)];
  const places: Place[] = [];
  const within = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [east, north] = [west + (column + 0.5) * cell, south + (rows - row - 0.5) * cell];
      within[row * columns + column] = isInside(corners, east, north) ? 1 : 0;
      places.push(plane.toPlace({ east, north }));
    }
  const [low, high] = [
    plane.toPlace({ east: west, north: south }),
    plane.toPlace({ east: west + columns * cell, north: south + rows * cell }),
  ];
  return {
    columns,
    rows,
    cell,
    places,
    within,
    bounds: { west: low.lng, south: low.lat, east: high.lng, north: high.lat },
  };
}

/** What lies between two surfaces. */
export interface HeightDifference {
  /** Metres by which the newer one is higher, row by row; NaN outside of the outline and where one of them is unknown. */
  values: Float32Array;
  /** Cubic metres that were taken away, and that came, both positive. */
  cut: number;
  fill: number;
  /** Square metres of the outline that both surfaces know, and those that they do not. */
  known: number;
  unknown: number;
  /** The lowest and the highest of the values; null where nothing is known. */
  lowest: number | null;
  highest: number | null;
}

/**
 * The difference of two surfaces with the volumes between them.
 * @param older,newer metres at the middles of the cells, NaN where unknown
 */
export function heightDifference(
  { cell, within }: Pick<DifferenceNet, 'cell' | 'within'>,
  older: Float32Array,
  newer: Float32Array,
): HeightDifference {
  const area = cell * cell;
  const values = new Float32Array(within.length).fill(Number.NaN);
  const sum = { cut: 0, fill: 0, known: 0, unknown: 0 };
  let [lowest, highest] = [Infinity, -Infinity];
  for (let at = 0; at < within.length; at += 1) {
    if (within[at] === 0) continue;
    const rise = (newer[at] ?? Number.NaN) - (older[at] ?? Number.NaN);
    if (Number.isNaN(rise)) {
      sum.unknown += area;
      continue;
    }
    values[at] = rise;
    sum.known += area;
    if (rise > 0) sum.fill += rise * area;
    else sum.cut -= rise * area;
    lowest = Math.min(lowest, rise);
    highest = Math.max(highest, rise);
  }
  const seen = sum.known > 0;
  return { values, ...sum, lowest: seen ? lowest : null, highest: seen ? highest : null };
}
