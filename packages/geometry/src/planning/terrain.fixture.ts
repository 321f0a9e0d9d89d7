import { localPlane } from '../plane.ts';
import type { Place, PlaceAtHeight } from '../sphere.ts';
import { corner } from './area.fixture.ts';

/** Metres of a side of a cell of test terrain. */
export const cell = 30;
const { toPlane, toPlace } = localPlane(corner);

/** Ground between heights at the corners of cells, bilinear, repeated in all directions; null of a cell is unknown. */
export const groundOf =
  (heights: readonly (number | null)[], columns = 5) =>
  (place: Place): number | null => {
    const { east, north } = toPlane(place);
    const [x, y] = [east / cell, north / cell];
    const [left, low] = [Math.floor(x), Math.floor(y)];
    const at = (column: number, row: number): number | null => {
      const index = column * 7 + row * columns * 3;
      return heights[((index % heights.length) + heights.length) % heights.length] ?? null;
    };
    const [a, b, c, d] = [at(left, low), at(left + 1, low), at(left, low + 1), at(left + 1, low + 1)];
    if (a === null || b === null || c === null || d === null) return null;
    const [u, v] = [x - left, y - low];
    return a * (1 - u) * (1 - v) + b * u * (1 - v) + c * (1 - u) * v + d * u * v;
  };

export const pointAt = (east: number, north: number, height: number): PlaceAtHeight => ({
  ...toPlace({ east, north }),
  height,
});
