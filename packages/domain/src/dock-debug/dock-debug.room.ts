import type { RoomRefusals } from '../room.ts';

export const limits = {
  dockDebug: {
    /** A dock works at one of its tools for so long at most: rods and covers take 20 s, power 40 s. Its word on that is old then. */
    worksFor: 120_000,
  },
};

export const refusals = {
  debugMissing: 409,
  debugOn: 409,
} as const satisfies RoomRefusals;
