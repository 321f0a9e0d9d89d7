import { limits, type PlanAction, type PlanPoint, type RoutePlan } from '@eyrie/domain';
import { lineOf, onLine, pointLines, pointsOfLines } from '../point-lines.ts';
import { keptIntervals } from './intervals.ts';
import { untilOf } from './until.ts';
import { indexOfPoint, nudgedPlace } from './points.ts';
import { renamed } from './ids.ts';

/** Points of a plan as they are copied, also into another plan of the same height mode. */
export interface PointClip {
  readonly heightMode: RoutePlan['settings']['heightMode'];
  readonly points: readonly PlanPoint[];
}

export function copyPoints(plan: RoutePlan, ids: readonly string[]): PointClip {
  const chosen = new Set(ids);
  const points = plan.points.filter(({ id }) => chosen.has(id));
  return { heightMode: plan.settings.heightMode, points: keptIntervals(plan.points, points) };
}

/**
 * Puts copied points before the point that is at `index` now, moved by metres to the east and north so that they are seen beside
 * those they come from. Returns the ids of the copies too, to select them.
 */
export function pastePoints(
  plan: RoutePlan,
  clip: PointClip,
  {
    index = plan.points.length,
    east = 0,
    north = 0,
  }: { readonly index?: number; readonly east?: number; readonly north?: number } = {},
): { plan: RoutePlan; ids: readonly string[] } {
  if (clip.points.length === 0) return { plan, ids: [] };
  const { points, counter } = renamed(plan, clip.points);
  const beside = plan.points[index - 1] ?? plan.points[index];
  const line = beside ? lineOf(beside) : 0;
  const moved = points.map((point) =>
    onLine(east === 0 && north === 0 ? point : { ...point, ...nudgedPlace(point, east, north) }, line),
  );
  return {
    plan: { ...plan, points: plan.points.toSpliced(index, 0, ...moved), counter },
    ids: points.map(({ id }) => id),
  };
}

/** Values of the settings that the points of another route keep when they come into this one. */
const carried = (point: PlanPoint, from: RoutePlan['settings'], to: RoutePlan['settings']): PlanPoint => ({
  ...point,
  ...(point.speed === undefined && from.speed !== to.speed ? { speed: from.speed } : {}),
  ...(point.headingMode === undefined && from.headingMode !== to.headingMode
    ? { headingMode: from.headingMode }
    : {}),
  ...(point.heading === undefined && from.heading !== to.heading ? { heading: from.heading } : {}),
  ...(point.turnMode === undefined && from.turnMode !== to.turnMode ? { turnMode: from.turnMode } : {}),
  ...(point.gimbalPitch === undefined && from.gimbalPitch !== to.gimbalPitch
    ? { gimbalPitch: from.gimbalPitch }
    : {}),
  ...(point.ai === undefined && from.ai !== to.ai ? { ai: from.ai } : {}),
});

/**
 * Another route before or after this one. Its points keep what its settings gave them. Heights are taken as they are: convert
 * the other plan to this one's height mode first (`convertHeightMode`).
 */
export function joinRoute(plan: RoutePlan, other: RoutePlan, end: 'start' | 'end' = 'end'): RoutePlan {
  const { points, counter } = renamed(
    plan,
    other.points.map((point) => carried(point, other.settings, plan.settings)),
  );
  if (points.length === 0) return plan;
  const [first, second] = end === 'end' ? [plan.points, points] : [points, plan.points];
  if (first.length === 0 || second.length === 0) return { ...plan, points, counter };
  const [before, after] = [pointLines(first), pointLines(second)];
  // The last line of the one goes on as the first of the other.
  const middle = [...(before.at(-1) ?? []), ...(after[0] ?? [])];
  return { ...plan, points: pointsOfLines([...before.slice(0, -1), middle, ...after.slice(1)]), counter };
}

/** What was begun before a point of its line and goes on past it, such as photos. */
function goingOn(points: readonly PlanPoint[], at: number): PlanAction[] {
  const placeOf = new Map(points.map(({ id }, index) => [id, index]));
  const line = points[at] && lineOf(points[at]);
  return points
    .slice(0, at)
    .filter((point) => lineOf(point) === line)
    .flatMap(({ actions }) =>
      actions.filter((action) => {
        const until = untilOf(action);
        return until !== null && (placeOf.get(until) ?? -1) > at;
      }),
    );
}

/**
 * Two routes of one: the first ends at the point, the second begins at it, and what goes on past it goes on there. Null where a
 * part would have less than two points.
 */
export function splitAt(plan: RoutePlan, id: string): readonly [RoutePlan, RoutePlan] | null {
  const at = indexOfPoint(plan, id);
  if (at < 1 || at > plan.points.length - 2) return null;
  const part = (points: readonly PlanPoint[]): RoutePlan => ({
    ...plan,
    points: keptIntervals(plan.points, points),
    acknowledged: [],
  });
  const begun = goingOn(plan.points, at);
  const [first, ...rest] = plan.points.slice(at) as [PlanPoint, ...PlanPoint[]];
  const actions = [...first.actions, ...begun].slice(0, limits.route.plan.actions);
  const goesOn = begun.length === 0 ? first : { ...first, actions };
  return [part(plan.points.slice(0, at + 1)), part([goesOn, ...rest])];
}
