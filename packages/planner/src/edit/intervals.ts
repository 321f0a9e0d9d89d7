import type { PlanAction, PlanPoint } from '@eyrie/domain';
import { untilOf, withUntil } from './until.ts';

const goesOn = ({ actions }: PlanPoint): boolean => actions.some((action) => untilOf(action) !== null);

/**
 * What goes on along a stretch, such as photos, after points were taken out: a stretch that ended at a point that is gone ends at
 * the one that was before it; one that has no length any more is dropped, and so is one whose own point is gone.
 */
export function keptIntervals(before: readonly PlanPoint[], after: readonly PlanPoint[]): PlanPoint[] {
  if (!after.some(goesOn)) return [...after];
  const kept = new Set(after.map(({ id }) => id));
  const endOf = new Map<string, string | null>();
  let last: string | null = null;
  for (const { id } of before) {
    if (kept.has(id)) last = id;
    endOf.set(id, last);
  }
  return after.map((point) => {
    if (!goesOn(point)) return point;
    const actions = point.actions.flatMap((action): PlanAction[] => {
      const until = untilOf(action);
      // What ends at its own point in the first place is an action of that point alone.
      if (until === null || until === point.id) return [action];
      const end = endOf.has(until) ? endOf.get(until) : until;
      return end === null || end === undefined || end === point.id ? [] : [withUntil(action, end)];
    });
    return { ...point, actions };
  });
}

/**
 * What goes on along a stretch after the order of points changed: each stretch begins at whichever of its two ends comes first now.
 */
export function turnedIntervals(points: readonly PlanPoint[]): PlanPoint[] {
  if (!points.some(goesOn)) return [...points];
  const placeOf = new Map(points.map(({ id }, index) => [id, index]));
  const moved = new Map<string, PlanAction[]>();
  const kept = points.map((point, index) => {
    if (!goesOn(point)) return point;
    const actions = point.actions.filter((action) => {
      const until = untilOf(action);
      if (until === null || (placeOf.get(until) ?? Infinity) >= index) return true;
      moved.set(until, [...(moved.get(until) ?? []), withUntil(action, point.id)]);
      return false;
    });
    return { ...point, actions };
  });
  if (moved.size === 0) return kept;
  return kept.map((point) => {
    const begun = moved.get(point.id);
    return begun ? { ...point, actions: [...point.actions, ...begun] } : point;
  });
}
