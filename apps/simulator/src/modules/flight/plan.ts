import { localPlane, type Place } from '@eyrie/geometry';
import type { WpmlAction, WpmlRoute } from '@eyrie/wpml';
import type { Target } from './motion.ts';

export interface PlannedAction {
  func: string;
  seconds: number;
  params: Readonly<Record<string, string>>;
}

export interface PlannedPoint extends Target {
  /** The line of the file that it is on, by its number there, and its place on it. */
  wayline: number;
  index: number;
  actions: PlannedAction[];
  gimbalPitch: number | null;
}

/** Photos taken on the way, by time (s) or distance (m), from one waypoint to another. */
export interface Interval {
  from: number;
  to: number;
  by: 'time' | 'distance';
  every: number;
}

/** Lines are flown one after the other: points and intervals are those of all. */
export interface FlightPlan {
  points: PlannedPoint[];
  intervals: Interval[];
  /** Metres above the dock to reach before going sideways. */
  safeHeight: number;
  transitSpeed: number;
  straightToRoute: boolean;
  finish: 'goHome' | 'hover' | 'first';
}

const actionSeconds = (action: WpmlAction): number => {
  if (action.func === 'hover') return Number(action.params.hoverTime) || 1;
  if (action.func === 'gimbalRotate' && action.params.gimbalRotateTimeEnable === '1')
    return Number(action.params.gimbalRotateTime) || 1;
  return action.func === 'panoShot' ? 30 : 1;
};

const planned = (action: WpmlAction): PlannedAction => ({
  func: action.func,
  seconds: actionSeconds(action),
  params: action.params,
});

const atPoint = (action: WpmlAction) => action.trigger === 'reachPoint' || action.trigger === '';
const stops = (turnMode: string) => turnMode !== 'coordinateTurn' && !turnMode.includes('Pass');

/** @param before points of the lines before it */
const intervalsOf = (waypoints: WpmlRoute['waypoints'], before: number): Interval[] =>
  waypoints.flatMap((point, from) =>
    point.actions
      .filter((action) => action.func === 'takePhoto' && (action.triggerParam ?? 0) > 0)
      .filter((action) => action.trigger === 'multipleTiming' || action.trigger === 'multipleDistance')
      .map((action) => ({
        from: before + from,
        to: before + Math.min(action.groupEnd, waypoints.length - 1),
        by: action.trigger === 'multipleTiming' ? ('time' as const) : ('distance' as const),
        every: action.triggerParam as number,
      })),
  );

/**
 * The line an aircraft will fly: metres around the dock instead of degrees. Heights above the ellipsoid
 * are brought down to heights above the dock; those above ground are taken as if the ground were flat.
 */
export function planFlight(route: WpmlRoute, dock: Place & { height: number }): FlightPlan {
  const plane = localPlane(dock);
  const absolute = route.executeHeightMode === 'WGS84' || route.executeHeightMode === 'EGM96';
  const speedOf = (speed: number) => (speed > 0 ? speed : (route.autoFlightSpeed ?? 10));
  const points: PlannedPoint[] = [];
  const intervals: Interval[] = [];
  for (const [line, waypoints] of [route.waypoints, ...route.moreLines].entries()) {
    const { id = line, startActions = [] } = route.lineHeads[line] ?? {};
    intervals.push(...intervalsOf(waypoints, points.length));
    const [before] = points.slice(-1);
    for (const [index, point] of waypoints.entries()) {
      const actions = point.actions.filter(atPoint).map(planned);
      const speed = waypoints[index - 1]?.speed;
      points.push({
        ...plane.toPlane(point),
        wayline: id,
        index,
        up: Math.max(2, absolute ? point.height - dock.height : point.height),
        speed: speed === undefined ? (before?.speed ?? speedOf(point.speed)) : speedOf(speed),
        stop: index === 0 || index === waypoints.length - 1 || actions.length > 0 || stops(point.turnMode),
        actions: index === 0 ? [...startActions.map(planned), ...actions] : actions,
        gimbalPitch: point.gimbalPitch,
      });
    }
  }
  const finish =
    route.finishAction === 'noAction'
      ? 'hover'
      : route.finishAction === 'gotoFirstWaypoint'
        ? 'first'
        : 'goHome';
  return {
    points,
    intervals,
    safeHeight: Math.max(8, route.takeOffSecurityHeight ?? 20),
    transitSpeed: Math.min(15, Math.max(1, route.globalTransitionalSpeed ?? 10)),
    straightToRoute: route.flyToWaylineMode === 'pointToPoint',
    finish,
  };
}

/** Place of a waypoint of a line among the points of all; that of the line's last point where it has less, −1: there is no such line. */
export function pointOfLine(
  { points }: Pick<FlightPlan, 'points'>,
  { wayline, index }: { wayline: number; index: number },
): number {
  const first = points.findIndex((point) => point.wayline === wayline);
  const last = points.findLastIndex((point) => point.wayline === wayline);
  return first < 0 ? -1 : Math.min(last, first + Math.max(0, index));
}

/** The way from where the aircraft is to a point of the route: straight up first, then across, then down. */
export function wayTo(
  plan: FlightPlan,
  from: { east: number; north: number; up: number },
  point: Target,
): Target[] {
  const safe = Math.max(plan.safeHeight, from.up);
  const up = plan.straightToRoute ? safe : Math.max(safe, point.up);
  const { transitSpeed: speed } = plan;
  return [
    { east: from.east, north: from.north, up, speed, stop: false },
    { ...point, up: plan.straightToRoute ? point.up : up, speed, stop: true },
    { ...point, speed, stop: true },
  ];
}

const returnSpeed = 15;

/** Up to the return altitude, unless home is right below, and across to a place above the dock. */
export function wayHome(from: { east: number; north: number; up: number }, altitude: number): Target[] {
  const far = Math.hypot(from.east, from.north) > 5;
  const up = far ? Math.max(altitude, from.up) : from.up;
  return [
    { east: from.east, north: from.north, up, speed: 6, stop: true },
    { east: 0, north: 0, up, speed: returnSpeed, stop: true },
  ];
}
