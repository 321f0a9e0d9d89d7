import type { PlanePoint } from '../plane.ts';
import { bearing, normaliseHeading, type PlaceAtHeight, type Place } from '../sphere.ts';
import { checked, checkedPlace, PlanningFault } from './fault.ts';
import { gap } from './flat.ts';
import { planeOf } from './ground.ts';
import { offsetLine } from './offset.ts';

/** A point of a route with where the camera looks. */
export interface FacingPoint extends PlaceAtHeight {
  /** Degrees from north, −180 (excluded) … 180. */
  readonly heading: number;
  /** Degrees, less than 0 below the horizon. */
  readonly pitch: number;
}

export interface FacadeOptions {
  /** Metres from the wall, and the side of the wall line on which the aircraft flies. */
  readonly distance: number;
  readonly side: 'left' | 'right';
  /** Heights in metres of the lowest and of the highest row. */
  readonly bottom: number;
  readonly top: number;
  /** Metres between rows, or between columns, at the most. */
  readonly spacing: number;
  /** Metres between points of a row, or of a column, at the most. */
  readonly photoDistance: number;
  /** Rows along the wall, the default, or columns up and down. */
  readonly direction?: 'rows' | 'columns';
  /** Degrees of the camera, default 0. */
  readonly pitch?: number;
}

const mostPoints = 10_000;
const mostWall = 500;

/** Numbers from one to another, evenly and at most `step` apart; one alone where both are the same. */
const evenly = (from: number, to: number, step: number): number[] => {
  const count = Math.ceil(Math.abs(to - from) / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, at) =>
    count === 0 ? from : from + ((to - from) * at) / count,
  );
};

/** Points along a path, evenly and at most `step` metres apart on each of its legs. */
function alongPath(path: readonly PlanePoint[], step: number): PlanePoint[] {
  const points: PlanePoint[] = path.slice(0, 1);
  for (const [at, to] of path.slice(1).entries()) {
    const from = path[at] as PlanePoint;
    for (const share of evenly(0, 1, step / gap(from, to)).slice(1))
      points.push({
        east: from.east + (to.east - from.east) * share,
        north: from.north + (to.north - from.north) * share,
      });
  }
  return points;
}

/** The point of a line that is nearest to another. */
function nearestOn(line: readonly PlanePoint[], point: PlanePoint): PlanePoint {
  let best = line[0] as PlanePoint;
  for (const [at, b] of line.slice(1).entries()) {
    const a = line[at] as PlanePoint;
    const [dx, dy] = [b.east - a.east, b.north - a.north];
    const along = ((point.east - a.east) * dx + (point.north - a.north) * dy) / (dx * dx + dy * dy);
    const share = Math.min(1, Math.max(0, along));
    const near = { east: a.east + share * dx, north: a.north + share * dy };
    if (gap(near, point) < gap(best, point)) best = near;
  }
  return best;
}

function checkedOptions(options: FacadeOptions): void {
  const { distance, bottom, top, spacing, photoDistance, pitch = 0 } = options;
  checked('distance', distance, { above: 0, max: 1000 });
  checked('bottom', bottom);
  checked('top', top, { min: bottom });
  checked('spacing', spacing, { above: 0 });
  checked('photoDistance', photoDistance, { above: 0 });
  checked('pitch', pitch, { min: -90, max: 90 });
}

const checkedCount = (count: number): void => {
  if (!(count <= mostPoints))
    throw new PlanningFault('tooManyPhotos', { field: 'points', value: count, min: 1, max: mostPoints });
};

/**
 * A standing lawnmower beside a wall: rows from the bottom to the top, to and fro; or columns up and down. The camera looks at
 * the nearest point of the wall.
 * @param wall its line on the ground, at least 2 places
 * @throws PlanningFault
 */
export function planFacade(wall: readonly Place[], options: FacadeOptions): FacingPoint[] {
  checkedOptions(options);
  for (const [at, place] of wall.entries()) checkedPlace(`wall.${at}`, place);
  if (wall.length > mostWall)
    throw new PlanningFault('tooManyPlaces', { field: 'wall', value: wall.length, max: mostWall });
  const plane = planeOf(wall, 'wall');
  const line = wall
    .map(plane.toPlane)
    .filter((point, at, all) => at === 0 || gap(point, all[at - 1] as PlanePoint) > 0.01);
  if (line.length < 2)
    throw new PlanningFault('tooFewPlaces', {
      field: 'wall',
      value: line.length,
      min: 2,
      at: wall[0] ?? null,
    });
  const { distance, side, bottom, top, spacing, photoDistance, direction = 'rows', pitch = 0 } = options;
  const path = offsetLine(line, side === 'right' ? distance : -distance).flat();
  // A wall that bends more than its distance leaves no room to fly beside it.
  if (path.length === 0)
    throw new PlanningFault('emptyArea', { field: 'distance', value: distance, at: wall[0] ?? null });
  const length = path.slice(1).reduce((sum, to, at) => sum + gap(path[at] as PlanePoint, to), 0);
  const [across, up] = direction === 'rows' ? [photoDistance, spacing] : [spacing, photoDistance];
  checkedCount((length / across + Math.max(1, path.length)) * ((top - bottom) / up + 1));
  const places = alongPath(path, across).map((point) => {
    const place = plane.toPlace(point);
    return {
      ...place,
      heading: normaliseHeading(bearing(place, plane.toPlace(nearestOn(line, point)))),
      pitch,
    };
  });
  const heights = evenly(bottom, top, up);
  return direction === 'rows'
    ? heights.flatMap((height, row) => turnedRow(places, row).map((place) => ({ ...place, height })))
    : places.flatMap((place, column) => turnedRow(heights, column).map((height) => ({ ...place, height })));
}

const turnedRow = <T>(row: readonly T[], at: number): readonly T[] => (at % 2 === 0 ? row : row.toReversed());
