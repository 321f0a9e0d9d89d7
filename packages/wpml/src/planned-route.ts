import { legLengths, normaliseHeading } from '@eyrie/geometry';
import { actionParams, cameraOf, funcOf } from './planned-params.ts';
import type { PlannedAction, PlannedWaypoint, RoutePlan } from './plan.ts';
import type { WpmlAction, WpmlWaypoint } from './route.ts';

const stop = 'toPointAndStopWithDiscontinuityCurvature';
/** Metres before a point at which an early turn may start at most. */
const widestDamping = 10;
const passing = new Set<string>(['coordinateTurn', 'toPointAndPassWithContinuityCurvature']);

/** A point with everything left open decided. */
export interface DecidedWaypoint extends WpmlWaypoint {
  readonly origin: number | undefined;
}

/** The lines of a plan with everything left open decided: what the aircraft flies. */
export function decidedLines(plan: RoutePlan): DecidedWaypoint[][] {
  return [plan.waypoints, ...(plan.moreLines ?? [])].map((line) => decidedWaypoints(line, plan));
}

function decidedWaypoints(line: readonly PlannedWaypoint[], plan: RoutePlan): DecidedWaypoint[] {
  const lengths = legLengths(line);
  const last = line.length - 1;
  return line.map((point, index) => {
    const atEnd = index === 0 || index === last;
    const wanted = point.turnMode ?? stop;
    // There is no second leg to turn into at either end.
    const turnMode = atEnd && passing.has(wanted) ? stop : wanted;
    const shorter = Math.min(lengths[index - 1] ?? 0, lengths[index] ?? 0);
    return {
      index,
      lng: point.lng,
      lat: point.lat,
      height: point.height,
      speed: point.speed ?? plan.speed,
      headingMode: point.headingMode ?? 'followWayline',
      headingAngle: normaliseHeading(point.headingAngle ?? 0),
      turnMode,
      // A third of the leg from either side leaves room between two neighbouring turns.
      damping: passing.has(turnMode)
        ? (point.damping ?? Math.min(widestDamping, Math.floor((shorter / 3) * 1000) / 1000))
        : 0,
      useStraightLine: point.straight ?? true,
      gimbalPitch: point.gimbalPitch ?? null,
      actions: pointActions(point, index, plan),
      interest: point.interest ?? null,
      origin: point.origin,
    };
  });
}

function pointActions(point: PlannedWaypoint, index: number, plan: RoutePlan): WpmlAction[] {
  const pitch: PlannedAction[] =
    point.gimbalPitch === undefined ? [] : [{ type: 'gimbalRotate', pitch: point.gimbalPitch }];
  return writtenActions([...pitch, ...point.actions], index, plan);
}

/** Actions as files write them. */
export function writtenActions(
  actions: readonly PlannedAction[],
  index: number,
  plan: Pick<RoutePlan, 'payload' | 'drone'>,
): WpmlAction[] {
  const camera = cameraOf(plan);
  return actions.map((action) => ({
    func: funcOf(action),
    params: actionParams(action, camera),
    ...triggerOf(action, index),
  }));
}

function triggerOf(action: PlannedAction, index: number) {
  if (action.type === 'interval') {
    const trigger = action.by === 'distance' ? 'multipleDistance' : 'multipleTiming';
    return { trigger, triggerParam: action.every, groupEnd: action.until };
  }
  if (action.type === 'other' && action.trigger) {
    const { type, param, until } = action.trigger;
    return { trigger: type, triggerParam: param, groupEnd: until };
  }
  return { trigger: 'reachPoint', triggerParam: null, groupEnd: index };
}
