import type { RoomRefusals } from '../room.ts';

export const refusals = {
  debugMissing: 409,
  debugOn: 409,
} as const satisfies RoomRefusals;
