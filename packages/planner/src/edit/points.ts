import type { PlanPoint, RoutePlan } from '@eyrie/domain';
import { destination, interpolate, wrapLongitude, type Place } from '@eyrie/geometry';
import { lineOf, onLine } from '../point-lines.ts';
import { newIds } from './ids.ts';
import { keptIntervals, turnedIntervals } from './intervals.ts';

/** Degrees kept by a stored place: a millimetre. */
const decimals = 1e9;
const kept = (degrees: number): number => Math.round(degrees * decimals) / decimals;

const placed = ({ lng, lat }: Place): Place => ({
  lng: kept(wrapLongitude(lng)),
  lat: kept(Math.min(90, Math.max(-90, lat))),
});

export const indexOfPoint = ({ points }: Pick<RoutePlan, 'points'>, id: string): number =>
  points.findIndex((point) => point.id === id);

const insertedAt = (plan: RoutePlan, index: number, point: PlanPoint, counter: number): RoutePlan => ({
  ...plan,
  points: plan.points.toSpliced(index, 0, point),
  counter,
});

/**
 * Adds a point at the end, or before the point that is at `index` now. Its height is that of its neighbour unless one is given,
 * metres in the plan's height mode; everything else is left to the settings, which
 * also say what it does.
 */
export function addPoint(
  plan: RoutePlan,
  place: Place & { readonly height?: number },
  index: number = plan.points.length,
): RoutePlan {
  const at = Math.min(plan.points.length, Math.max(0, Math.trunc(index) || 0));
  const neighbour = plan.points[at - 1] ?? plan.points[at];
  const { ids, counter } = newIds(plan, 1);
  const height = place.height ?? neighbour?.height ?? plan.settings.height;
  const { pointActions: actions = [] } = plan.settings;
  const point = { id: ids[0] as string, ...placed(place), height, actions };
  return insertedAt(plan, at, onLine(point, neighbour ? lineOf(neighbour) : 0), counter);
}

/** Adds a point on the leg from point `leg` to the next, in its middle or where it was dragged to. */
export function insertPoint(plan: RoutePlan, leg: number, place?: Place): RoutePlan {
  const [from, to] = [plan.points[leg], plan.points[leg + 1]];
  if (!from || !to) return plan;
  const middle = interpolate(from, to, 0.5);
  return addPoint(plan, { ...(place ?? middle), height: middle.height }, leg + 1);
}

const mapped = (
  plan: RoutePlan,
  ids: ReadonlySet<string>,
  change: (point: PlanPoint) => PlanPoint,
): RoutePlan => {
  let changed = false;
  const points = plan.points.map((point) => {
    if (!ids.has(point.id)) return point;
    const after = change(point);
    changed ||= after !== point;
    return after;
  });
  return changed ? { ...plan, points } : plan;
};

/** Moves one point to a place, and to a height where one is given. */
export const movePoint = (plan: RoutePlan, id: string, to: Place & { readonly height?: number }): RoutePlan =>
  mapped(plan, new Set([id]), (point) => ({ ...point, ...placed(to), height: to.height ?? point.height }));

/** Moves points by metres to the east, north and up. */
export const nudgePoints = (
  plan: RoutePlan,
  ids: readonly string[],
  { east = 0, north = 0, up = 0 }: { readonly east?: number; readonly north?: number; readonly up?: number },
): RoutePlan => mapped(plan, new Set(ids), (point) => nudged(point, { east, north, up }));

const nudged = (
  point: PlanPoint,
  { east, north, up }: { east: number; north: number; up: number },
): PlanPoint => ({ ...point, ...nudgedPlace(point, east, north), height: point.height + up });

/** A place so many metres to the east and north. */
export const nudgedPlace = (place: Place, east: number, north: number): Place =>
  placed(
    destination(
      destination(place, north < 0 ? 180 : 0, Math.abs(north)),
      east < 0 ? 270 : 90,
      Math.abs(east),
    ),
  );

export function deletePoints(plan: RoutePlan, ids: readonly string[]): RoutePlan {
  const gone = new Set(ids);
  const left = plan.points.filter(({ id }) => !gone.has(id));
  if (left.length === plan.points.length) return plan;
  // The counter stays above every id that ever was, also when the highest goes.
  const { counter } = newIds(plan, 0);
  return { ...plan, points: keptIntervals(plan.points, left), counter };
}

/** Puts points, in their order, before the point that is at `index` now. They belong to the line that they come to lie in. */
export function reorderPoints(plan: RoutePlan, ids: readonly string[], index: number): RoutePlan {
  const moved = new Set(ids);
  const before = plan.points.slice(0, Math.max(0, index)).filter(({ id }) => !moved.has(id));
  const after = plan.points.slice(Math.max(0, index)).filter(({ id }) => !moved.has(id));
  const beside = before.at(-1) ?? after[0];
  const line = beside && lineOf(beside);
  const stays = (point: PlanPoint): boolean =>
    line === undefined || (after[0] !== undefined && lineOf(after[0]) === lineOf(point));
  const between = plan.points
    .filter(({ id }) => moved.has(id))
    .map((point) => (stays(point) ? point : onLine(point, line ?? 0)));
  const points = [...before, ...between, ...after];
  if (points.every((point, at) => point === plan.points[at])) return plan;
  return { ...plan, points: turnedIntervals(points) };
}

/** Flies the points the other way round. */
export const invertPoints = (plan: RoutePlan): RoutePlan =>
  plan.points.length < 2 ? plan : { ...plan, points: turnedIntervals(plan.points.toReversed()) };

/** Begins at a point; those that were before it come after the last. */
export function rotateStart(plan: RoutePlan, id: string): RoutePlan {
  const at = indexOfPoint(plan, id);
  if (at <= 0) return plan;
  return { ...plan, points: turnedIntervals([...plan.points.slice(at), ...plan.points.slice(0, at)]) };
}
