import { fieldEdge, woodDepth } from './cover.ts';
import { smoothNoise } from '../../platform/noise.ts';
import { reach } from './plan.ts';
import type { World } from './world.ts';

/** What changes slowly over the land, on a grid of some metres; a picture has a hundred pixels for each of its cells. */
export interface Grids {
  /** 0 to 1, light from the north-west. */
  readonly shade: Grid;
  /** Above 0: wood. */
  readonly wood: Grid;
  /** Above 0: fields, as far as the river's side allows. */
  readonly field: Grid;
  /** −1 to 1, some hundred metres wide. */
  readonly tint: Grid;
}
export interface Grid {
  readonly values: Float32Array;
  readonly columns: number;
}

const cell = 8;
const margin = 400;
const west = -reach.east - margin;
const south = -reach.north - margin;
const columns = Math.ceil((2 * (reach.east + margin)) / cell) + 2;
const rows = Math.ceil((2 * (reach.north + margin)) / cell) + 2;

const fill = (valueAt: (east: number, north: number) => number): Grid => {
  const values = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      values[row * columns + column] = valueAt(west + column * cell, south + row * cell);
  return { values, columns };
};

/** Between the four points around a place. */
export const valueOn = ({ values, columns: width }: Grid, east: number, north: number): number => {
  const x = Math.min(columns - 1.001, Math.max(0, (east - west) / cell));
  const y = Math.min(rows - 1.001, Math.max(0, (north - south) / cell));
  const column = Math.floor(x);
  const row = Math.floor(y);
  const u = x - column;
  const v = y - row;
  const at = row * width + column;
  const low = (values[at] ?? 0) * (1 - u) + (values[at + 1] ?? 0) * u;
  const high = (values[at + width] ?? 0) * (1 - u) + (values[at + width + 1] ?? 0) * u;
  return low * (1 - v) + high * v;
};

/** Slopes are drawn steeper than they are, as on any relief map. */
const exaggeration = 2.6;

export function createGrids(world: World): Grids {
  const { seed, ground } = world;
  const height = fill(ground);
  const lit = (east: number, north: number): number => {
    const right = (valueOn(height, east + cell, north) - valueOn(height, east - cell, north)) / (2 * cell);
    const up = (valueOn(height, east, north + cell) - valueOn(height, east, north - cell)) / (2 * cell);
    const [x, y] = [-right * exaggeration, -up * exaggeration];
    return Math.max(0, (-0.5 * x + 0.5 * y + 0.7) / Math.hypot(x, y, 1));
  };
  return {
    shade: fill(lit),
    wood: fill((east, north) => woodDepth(east, north, seed)),
    field: fill((east, north) => fieldEdge(east, north, seed)),
    tint: fill(
      (east, north) =>
        0.6 * smoothNoise(east / 240, north / 240, seed + 7) +
        0.4 * smoothNoise(east / 60, north / 60, seed + 8),
    ),
  };
}
