import type { RoutePlan } from '@eyrie/domain';
import {
  blockMiddle,
  bounds,
  obstacleField,
  wrapLongitude,
  type Bounds,
  type ObstacleBlock,
  type ObstacleLabel,
  type Place,
} from '@eyrie/geometry';
import type { Ground } from './resolved.ts';

/** Where heights are needed: nodes by rows from the south, each from the west. Degrees. */
export interface GridFrame {
  readonly west: number;
  readonly south: number;
  readonly stepLng: number;
  readonly stepLat: number;
  readonly columns: number;
  readonly rows: number;
}

/** What stands on the ground, fit to be posted to a worker. */
export interface Standing {
  readonly blocks: readonly ObstacleBlock[];
  readonly labels: readonly ObstacleLabel[];
}

/** Heights of a frame, fit to be posted to a worker. */
export interface GroundGrid extends GridFrame {
  /** Metres above the sea of each node; NaN: unknown. */
  readonly heights: Float32Array;
  /** What stands on it, metres above the sea; missing: no layer says. */
  readonly obstacles?: Standing | null;
  /** Undulation in metres at nodes of its own, evenly over the same box; without it they are unknown. */
  readonly undulations?: {
    readonly columns: number;
    readonly rows: number;
    readonly values: Float32Array;
  } | null;
}

const metresPerDegree = (6_371_000 * Math.PI) / 180;

/** Every place of a plan from which or over which it flies. */
function placesOf({ points, area, interest, settings }: RoutePlan): Place[] {
  return [
    ...points,
    ...area.parts.flatMap(({ outer }) => outer),
    ...area.line,
    ...(interest.centre ? [interest.centre] : []),
    ...(settings.takeOff ? [settings.takeOff] : []),
  ].filter(({ lng, lat }) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90);
}

/** Metres that the lines of a plan may lead beyond what is drawn. */
const beyond = ({ area, interest, type }: RoutePlan): number => {
  if (type === 'poi') return interest.radius;
  if (type === 'waypoint' || type === 'waypointMapping') return 0;
  // Turnarounds and the passes of an oblique plan that are shifted against their view.
  return Math.abs(area.margin) + Math.max(area.left, area.right, Math.abs(area.distance)) + 300;
};

/**
 * The frame of heights that a plan needs, with some room so that a drag stays inside: nodes `metres` apart, or farther where they
 * would be more than `most`. Null where nothing is drawn yet.
 */
export function groundGridFor(
  plan: RoutePlan,
  { metres = 20, most = 250_000, room = 500 }: { metres?: number; most?: number; room?: number } = {},
): GridFrame | null {
  const box = bounds(placesOf(plan));
  if (!box) return null;
  const margin = (Number.isFinite(beyond(plan)) ? beyond(plan) : 0) + room;
  const narrow = Math.max(
    0.01,
    Math.cos((Math.max(Math.abs(box.south), Math.abs(box.north)) * Math.PI) / 180),
  );
  const [byLat, byLng] = [margin / metresPerDegree, margin / metresPerDegree / narrow];
  const south = Math.max(-90, box.south - byLat);
  const north = Math.min(90, box.north + byLat);
  const wide = Math.min(360, ((box.east - box.west + 360) % 360) + 2 * byLng);
  const [across, up] = [wide * metresPerDegree * narrow, (north - south) * metresPerDegree];
  const nodes = (length: number, step: number): number => Math.max(2, Math.floor(length / step) + 1);
  let step = Math.max(metres, Math.sqrt((across * up) / most));
  while (nodes(across, step) * nodes(up, step) > most) step *= 1.05;
  const [columns, rows] = [nodes(across, step), nodes(up, step)];
  return {
    west: wrapLongitude(box.west - byLng),
    south,
    stepLng: wide / (columns - 1),
    stepLat: (north - south) / (rows - 1),
    columns,
    rows,
  };
}

/** The place of a node. */
export const nodePlace = (
  { west, south, stepLng, stepLat }: GridFrame,
  column: number,
  row: number,
): Place => ({
  lng: wrapLongitude(west + column * stepLng),
  lat: south + row * stepLat,
});

/** The box of a frame. */
export const frameBounds = ({ west, south, stepLng, stepLat, columns, rows }: GridFrame): Bounds => ({
  west,
  south,
  east: wrapLongitude(west + stepLng * (columns - 1)),
  north: south + stepLat * (rows - 1),
});

/** Obstacles whose tops are above the ellipsoid as ones above the sea; those whose sea level is not known are left out. */
export const standingOnSea = (
  { blocks, labels }: Standing,
  undulation: (place: Place) => number,
): Standing => ({
  labels,
  blocks: blocks.flatMap((block) => {
    // It changes by centimetres a kilometre, and a block is some hundred metres wide.
    const level = undulation(blockMiddle(block));
    return Number.isNaN(level) ? [] : [{ ...block, tops: block.tops.map((top) => top - level) }];
  }),
});

/** A value between four nodes by its share of the column and row; NaN where one of them is not known. */
function bilinear(values: Float32Array, columns: number, rows: number, x: number, y: number): number {
  if (!(x >= 0 && y >= 0 && x <= columns - 1 && y <= rows - 1)) return Number.NaN;
  const column = Math.min(columns - 2, Math.floor(x));
  const row = Math.min(rows - 2, Math.floor(y));
  const at = row * columns + column;
  const [across, up] = [x - column, y - row];
  const low = (values[at] as number) * (1 - across) + (values[at + 1] as number) * across;
  const high =
    (values[at + columns] as number) * (1 - across) + (values[at + columns + 1] as number) * across;
  return low * (1 - up) + high * up;
}

/** Round-off beside the first or last node is still on it. */
const nearly = 1e-9;
const held = (share: number, last: number): number =>
  share < 0 && share > -nearly ? 0 : share > last && share < last + nearly ? last : share;

/** Ground of a grid of heights. Beyond it, and beside nodes that are not known, it is unknown. */
export function groundOfGrid(grid: GroundGrid): Ground {
  const { west, south, stepLng, stepLat, columns, rows, heights, obstacles, undulations } = grid;
  const x = (lng: number): number => held(((((lng - west) % 360) + 360) % 360) / stepLng, columns - 1);
  const y = (lat: number): number => held((lat - south) / stepLat, rows - 1);
  const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
  return {
    height: ({ lng, lat }) => known(bilinear(heights, columns, rows, x(lng), y(lat))),
    undulation: ({ lng, lat }) => {
      if (!undulations) return Number.NaN;
      const { columns: wide, rows: high, values } = undulations;
      const across = Math.min(wide - 1, Math.max(0, (x(lng) / (columns - 1)) * (wide - 1)));
      const up = Math.min(high - 1, Math.max(0, (y(lat) / (rows - 1)) * (high - 1)));
      return bilinear(values, wide, high, across, up);
    },
    ...(obstacles ? { obstacles: obstacleField(obstacles.blocks, obstacles.labels) } : {}),
  };
}
