import type { RoomRefusals } from '../room.ts';

export const refusals = {
  drcMissing: 409,
  drcAccountMissing: 409,
} as const satisfies RoomRefusals;
