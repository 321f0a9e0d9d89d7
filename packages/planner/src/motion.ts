import type { PlanAction } from '@eyrie/domain';
import { djiMotion, flightTime, type FlightTime, type MotionModel, type TimedPoint } from '@eyrie/geometry';
import type { ResolvedPoint } from './resolved.ts';
import { passingTurns } from './resolve/turns.ts';

/** Actions that the aircraft waits for, about a second each. */
const waitedFor: ReadonlySet<PlanAction['type']> = new Set([
  'takePhoto',
  'rotateYaw',
  'gimbalRotate',
  'zoom',
  'focus',
  'orientedShoot',
]);
/** Seconds of a panorama: about 25 pictures, each with a turn of the gimbal. */
const panoramaSeconds = 60;

const hoverSeconds = (actions: readonly PlanAction[]): number => {
  let sum = 0;
  for (const action of actions) {
    if (action.type === 'hover') sum += action.seconds;
    else if (action.type === 'panoShot') sum += panoramaSeconds;
  }
  return sum;
};

/** A point as the time model sees it. Heights need only differ rightly: those of the plan's mode do. */
export const timedPoint = (point: ResolvedPoint): TimedPoint => ({
  lng: point.lng,
  lat: point.lat,
  height: point.height,
  speed: point.speed,
  turn: passingTurns.has(point.turnMode) ? { kind: 'pass', damping: point.damping } : { kind: 'stop' },
  hoverSeconds: hoverSeconds(point.actions),
  actions:
    point.actions.filter(({ type }) => waitedFor.has(type)).length + (point.gimbalPitch === null ? 0 : 1),
});

/** Seconds from the first of these points to the last, standing at both. */
export const lineTime = (points: readonly ResolvedPoint[], model: MotionModel = djiMotion): FlightTime =>
  flightTime(points.map(timedPoint), model);
