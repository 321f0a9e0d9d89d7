import type { flightControl as source } from '../zh-CN/flight-control.ts';
import type { Translation } from '../words.ts';

export const flightControl: Translation<typeof source> = {
  'command.flyTo': 'Fly to point',
  'command.flyToStop': 'Stop on the way to the point',
  'refusal.droneMustFly': 'The drone must be in flight',
  'refusal.returnRuns': 'The aircraft is returning home, cancel the return first',
  'refusal.routeRuns': 'The aircraft is flying a route, pause the route first',
  'refusal.notFlyingTo': 'The aircraft is not on its way to a point',
  'refusal.pointHeight': 'The point is {height} m above the ellipsoid; it must be {least} to {most} m',
  'refusal.pointFar': 'The point is {metres} m from take-off; the distance limit of the aircraft is {most} m',
  'monitor.effect.flyTo': 'The aircraft flies straight to this point and hovers there, outside of any route',
  'auditLog.verb.flyTo': 'sent to a point',
  'auditLog.verb.flyToStop': 'stopped on the way to a point',
  'detail.key.maxSpeed': 'Greatest speed',
};
