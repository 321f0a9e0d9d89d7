import type { PlanAction, PlanPoint } from '@eyrie/domain';

const hasInterval = ({ actions }: PlanPoint): boolean => actions.some(({ type }) => type === 'interval');

/**
 * Photos along a stretch after points were taken out: a stretch that ended at a point that is gone ends at the one that was
 * before it; one that has no length any more is dropped, and so is one whose own point is gone.
 */
export function keptIntervals(before: readonly PlanPoint[], after: readonly PlanPoint[]): PlanPoint[] {
  if (!after.some(hasInterval)) return [...after];
  const kept = new Set(after.map(({ id }) => id));
  const endOf = new Map<string, string | null>();
  let last: string | null = null;
  for (const { id } of before) {
    if (kept.has(id)) last = id;
    endOf.set(id, last);
  }
  return after.map((point) => {
    if (!hasInterval(point)) return point;
    const actions = point.actions.flatMap((action): PlanAction[] => {
      if (action.type !== 'interval') return [action];
      const until = endOf.has(action.until) ? endOf.get(action.until) : action.until;
      return until === null || until === undefined || until === point.id ? [] : [{ ...action, until }];
    });
    return { ...point, actions };
  });
}

/**
 * Photos along a stretch after the order of points changed: each stretch begins at whichever of its two ends comes first now.
 */
export function turnedIntervals(points: readonly PlanPoint[]): PlanPoint[] {
  if (!points.some(hasInterval)) return [...points];
  const placeOf = new Map(points.map(({ id }, index) => [id, index]));
  const moved = new Map<string, PlanAction[]>();
  const kept = points.map((point, index) => {
    if (!hasInterval(point)) return point;
    const actions = point.actions.filter((action) => {
      if (action.type !== 'interval' || (placeOf.get(action.until) ?? Infinity) > index) return true;
      moved.set(action.until, [...(moved.get(action.until) ?? []), { ...action, until: point.id }]);
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
