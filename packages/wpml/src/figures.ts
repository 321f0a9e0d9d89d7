import {
  djiMotion,
  flightTime,
  legLength,
  legTime,
  pathLength,
  type MotionModel,
  type TimedPoint,
} from '@eyrie/geometry';
import { actionSeconds } from './action-seconds.ts';
import type { WpmlAction, WpmlRoute, WpmlWaypoint } from './route.ts';

export interface RouteFigures {
  /** Metres from the first waypoint to the last, climbs and the ways from line to line included. */
  readonly length: number;
  /** Seconds from the first waypoint to the last, with hovering and actions; without the way there and home. */
  readonly duration: number;
}

const passingModes = new Set(['coordinateTurn', 'toPointAndPassWithContinuityCurvature']);

/** Length and estimated time of a route, by the sphere and the motion model of DJI's own planners. */
export function routeFigures(
  route: Pick<WpmlRoute, 'waypoints'> & Partial<Pick<WpmlRoute, 'moreLines'>>,
  model: MotionModel = djiMotion,
): RouteFigures {
  const lines = [route.waypoints, ...(route.moreLines ?? [])];
  const sum = (of: (line: readonly WpmlWaypoint[]) => number): number =>
    lines.reduce((total, line) => total + of(line), 0);
  const ways = waysBetween(lines);
  return {
    length: sum(pathLength) + ways.reduce((total, way) => total + way.length, 0),
    duration:
      sum((line) => flightTime(line.map(timedPoint), model).total) +
      ways.reduce((total, way) => total + legTime(way.length, way.speed, 0, 0, model), 0),
  };
}

/** From the end of each line to the begin of the next, metres and m/s: from stop to stop. */
const waysBetween = (lines: readonly (readonly WpmlWaypoint[])[]): { length: number; speed: number }[] =>
  lines.slice(1).flatMap(([to], before) => {
    const from = lines[before]?.at(-1);
    return from && to ? [{ length: legLength(from, to), speed: from.speed > 0 ? from.speed : 1 }] : [];
  });

function timedPoint(point: WpmlWaypoint): TimedPoint {
  const here = point.actions.filter((action) => action.trigger === 'reachPoint');
  return {
    lng: point.lng,
    lat: point.lat,
    height: point.height,
    speed: point.speed > 0 ? point.speed : 1,
    turn: passingModes.has(point.turnMode) ? { kind: 'pass', damping: point.damping } : { kind: 'stop' },
    hoverSeconds: here.reduce((sum, action) => sum + hoverSeconds(action), 0),
    actions: here.reduce((sum, action) => sum + actionSeconds(action.func), 0),
  };
}

function hoverSeconds(action: WpmlAction): number {
  if (action.func !== 'hover') return 0;
  const seconds = Number(action.params['hoverTime']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}
