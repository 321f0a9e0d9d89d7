import type { RoomRefusals } from '../room.ts';

export const limits = {
  dockDebug: {
    /** A dock works at one of its tools for so long at most: rods and covers take 20 s, power 40 s. Its word on that is old then. */
    worksFor: 120_000,
    /** An air conditioner prepares and ends its modes by itself, and says when; no document names its longest time. */
    conditionsFor: 600_000,
    /** A storage that is erased: hundreds of gigabytes. */
    formatsFor: 600_000,
    /** No aircraft of a dock flies for longer, ms: one that was in the air when it was last heard may still be. */
    fliesAtMost: 3_600_000,
    /** How far from where a dock reports itself its calibrated place may be, metres: further is a slip of the keyboard. */
    calibratesWithin: 500,
  },
};

export const refusals = {
  debugMissing: 409,
  debugOn: 409,
  emergencyStopPressed: 409,
  toolBusy: 409,
  droneNotInDock: 409,
  droneInDock: 409,
  airConditionerWaits: 409,
  lteMissing: 409,
  cardUnknown: 409,
  esimNotActivated: 409,
  serialDiffers: 409,
  placeFar: 409,
} as const satisfies RoomRefusals;
