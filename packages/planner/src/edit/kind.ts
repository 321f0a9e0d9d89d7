import { pointKinds, type PlanPoint, type RoutePlan } from '@eyrie/domain';
import type { ResolvedPoint, ResolvedRoute } from '../resolved.ts';
import { pointsOfLines } from '../point-lines.ts';
import { newIds } from './ids.ts';

/**
 * A computed route as points by hand: an orbit or an area whose points can then be moved one by one. Its lines stay lines.
 * The same plan where there are no lines, or where its points are by hand already.
 */
export function pointsOfRoute(plan: RoutePlan, route: ResolvedRoute): RoutePlan {
  const flown = route.lines.flatMap(({ points }) => points);
  if (pointKinds.has(plan.type) || flown.length === 0) return plan;
  const { ids, counter } = newIds(plan, flown.length);
  const named = new Map(flown.map(({ id }, index) => [id, ids[index] as string]));
  let pitch: number | null = null;
  let place = 0;
  const lines = route.lines.map((line) =>
    line.points.map((point): PlanPoint => {
      pitch = point.gimbalPitch ?? pitch;
      return byHand(point, ids[place++] as string, pitch, named);
    }),
  );
  const points = pointsOfLines(lines);
  return {
    ...plan,
    type: plan.type === 'regionalMapping' ? 'waypointMapping' : 'waypoint',
    points,
    counter,
    // The triggers stand at the points now.
    photos: { ...plan.photos, mode: 'none' },
  };
}

const byHand = (
  point: ResolvedPoint,
  id: string,
  pitch: number | null,
  named: ReadonlyMap<string, string>,
): PlanPoint => ({
  id,
  lng: point.lng,
  lat: point.lat,
  height: point.height,
  speed: point.speed,
  headingMode: point.headingMode,
  heading: point.heading,
  turnMode: point.turnMode,
  ...(point.damping > 0 ? { damping: point.damping } : {}),
  straight: point.straight,
  ...(pitch === null ? {} : { gimbalPitch: pitch }),
  ...(point.interest
    ? { interest: { lng: point.interest.lng, lat: point.interest.lat, height: point.interest.height } }
    : {}),
  ai: point.ai,
  actions: point.actions.map((action) =>
    action.type === 'interval' ? { ...action, until: named.get(action.until) ?? action.until } : action,
  ),
});
