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
  'refusal.pointBattery': 'Battery {value} %; the way there and home needs {limit} %',
  'refusal.pointHigh': 'The way rises to {value} m; the height limit of the aircraft is {limit} m',
  'refusal.pointGround': '{value} m of air below the way; at least {limit} m are needed',
  'refusal.pointRegion': 'A region forbids the way: {value}',
  'refusal.pointUnchecked':
    'The way could not be checked whole: battery, height, ground and regions have to be known',
  'monitor.effect.flyTo': 'The aircraft flies straight to this point and hovers there, outside of any route',
  'auditLog.verb.flyTo': 'sent to a point',
  'auditLog.verb.flyToStop': 'stopped on the way to a point',
  'detail.key.maxSpeed': 'Greatest speed',
  'permission./flightControl': 'Flight by hand',
  'flightControl.noDock': 'Choose a dock first, then fly its aircraft by hand',
  'flightControl.flight': 'Flight control',
  'flightControl.payload': 'Payload control',
};
