import type { PlanAction, PlanPoint, RoutePlan } from '@eyrie/domain';
import { localPlane, type Place } from '@eyrie/geometry';

/** An action that names another point means nothing at a point of another route. */
const standsAlone = (action: PlanAction): boolean =>
  action.type !== 'interval' && !(action.type === 'other' && action.trigger);

/** What most points do that do anything. Of several that are as frequent, what the first of them does. */
function usualActions(points: readonly PlanPoint[]): PlanAction[] {
  const counted = new Map<string, { actions: PlanAction[]; count: number }>();
  for (const point of points) {
    const actions = point.actions.filter(standsAlone);
    if (actions.length === 0) continue;
    const key = JSON.stringify(actions);
    const before = counted.get(key);
    counted.set(key, { actions, count: (before?.count ?? 0) + 1 });
  }
  return [...counted.values()].toSorted((a, b) => b.count - a.count)[0]?.actions ?? [];
}

/** Without what was said of the one route: warnings that were let stand, and places in the file that it came from. */
const ofNoRoute = (plan: RoutePlan): RoutePlan => ({
  ...plan,
  points: plan.points.map(({ origin: _origin, ...point }) => point),
  acknowledged: [],
});

/**
 * A plan as others begin with it. `placed`: with everything that is drawn. Otherwise settings alone; what the points did most is
 * what new points do.
 */
export function templateOf(plan: RoutePlan, { placed }: { readonly placed: boolean }): RoutePlan {
  if (placed) return ofNoRoute(plan);
  const { counter: _counter, ...rest } = ofNoRoute(plan);
  const usual = usualActions(plan.points);
  const pointActions = usual.length > 0 ? usual : (plan.settings.pointActions ?? []);
  return {
    ...rest,
    settings: { ...plan.settings, takeOff: null, dockOID: null, pointActions },
    points: [],
    area: { ...plan.area, parts: [], forbidden: [], line: [] },
    interest: { ...plan.interest, centre: null },
  };
}

/** The first place of what is drawn; null: nothing is. */
export const firstPlace = ({ type, points, area, interest }: RoutePlan): Place | null => {
  const drawn = [area.parts[0]?.outer[0], area.line[0]];
  const ordered = type.startsWith('regional') ? [...drawn, points[0]] : [points[0], ...drawn];
  return (type === 'poi' ? interest.centre : null) ?? ordered.find((place) => place !== undefined) ?? null;
};

/**
 * What is drawn, moved so that its first place lies at another; distances in metres stay as they are. Heights stay numbers of the
 * plan's height mode. The take-off moves along, the dock stays behind.
 */
export function planMovedTo(plan: RoutePlan, to: Place): RoutePlan {
  const from = firstPlace(plan);
  if (!from) return plan;
  const plane = localPlane(from);
  const target = localPlane(to);
  const moved = <P extends Place>(place: P): P => {
    const { lng, lat } = target.toPlace(plane.toPlane(place));
    return { ...place, lng, lat: Math.min(90, Math.max(-90, lat)) };
  };
  const ring = (places: readonly Place[]) => places.map(moved);
  const { settings, area, interest } = plan;
  return {
    ...plan,
    settings: {
      ...settings,
      takeOff: settings.takeOff && { ...moved(settings.takeOff), height: null },
      dockOID: null,
    },
    points: plan.points.map((point) =>
      point.interest ? { ...moved(point), interest: moved(point.interest) } : moved(point),
    ),
    area: {
      ...area,
      parts: area.parts.map(({ outer, holes }) => ({ outer: ring(outer), holes: holes.map(ring) })),
      forbidden: area.forbidden.map(ring),
      line: ring(area.line),
    },
    interest: { ...interest, centre: interest.centre && moved(interest.centre) },
  };
}
