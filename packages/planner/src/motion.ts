import type { PlanAction } from '@eyrie/domain';
import { djiMotion, flightTime, type FlightTime, type MotionModel, type TimedPoint } from '@eyrie/geometry';
import { actionSeconds } from '@eyrie/wpml';
import type { ResolvedPoint } from './resolved.ts';
import { passingTurns } from './resolve/turns.ts';

const hoverSeconds = (actions: readonly PlanAction[]): number =>
  actions.reduce((sum, action) => sum + (action.type === 'hover' ? action.seconds : 0), 0);

/** What is done on arrival, and how an imported file calls it. */
const funcOf = (action: PlanAction): string | null => {
  if (action.type === 'other') return action.trigger ? null : action.func;
  return action.type === 'interval' ? null : action.type;
};

const standing = (actions: readonly PlanAction[]): number =>
  actions.reduce((sum, action) => sum + actionSeconds(funcOf(action) ?? ''), 0);

/** A point as the time model sees it. Heights need only differ rightly: those of the plan's mode do. */
export const timedPoint = (point: ResolvedPoint): TimedPoint => ({
  lng: point.lng,
  lat: point.lat,
  height: point.height,
  speed: point.speed,
  turn: passingTurns.has(point.turnMode) ? { kind: 'pass', damping: point.damping } : { kind: 'stop' },
  hoverSeconds: hoverSeconds(point.actions),
  actions: standing(point.actions) + (point.gimbalPitch === null ? 0 : actionSeconds('gimbalRotate')),
});

/** Seconds from the first of these points to the last, standing at both. */
export const lineTime = (points: readonly ResolvedPoint[], model: MotionModel = djiMotion): FlightTime =>
  flightTime(points.map(timedPoint), model);
