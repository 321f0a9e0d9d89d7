import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/FlyArrange': { group: 'fly', hidden: true } } as const satisfies RoomPages;

export const actions = {
  'flight:edit': { page: '/FlyArrange', inspection: true },
  'flight:start': { page: '/FlyArrange', inspection: true },
  'flight:view': { page: '/TaskManagerNew', inspection: true },
} as const satisfies RoomActions;

export const refusals = {
  startUnderWay: 409,
  endOrdered: 409,
  droneNotInFlight: 409,
  droneNotPaused: 409,
  obstacleAhead: 409,
  notOnRoute: 409,
  flightOver: 409,
  flightRunning: 409,
  gateBlocked: 409,
  flightStarted: 409,
  flightOrdered: 409,
  flightChanged: 409,
  notReturning: 409,
} as const satisfies RoomRefusals;
