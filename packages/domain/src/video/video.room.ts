import type { RoomActions, RoomRefusals } from '../room.ts';

export const actions = {
  'video:watch': { page: '/PortMonitorSee', inspection: true },
} as const satisfies RoomActions;

export const refusals = {
  noLiveCapability: 409,
  noStream: 409,
  streamLimit: 409,
  lensFixed: 409,
  /** To a person without the right to watch, or a display whose screen has no picture wall. */
  picturesNotShown: 403,
} as const satisfies RoomRefusals;
