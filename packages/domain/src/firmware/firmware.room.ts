import type { RoomRefusals } from '../room.ts';

export const limits = {
  firmware: {
    /** A package of a manufacturer, bytes. */
    bytes: 2_000_000_000,
    /** Packages of one organisation. */
    most: 200,
    notesMax: 2_000,
    /** Devices of one order: a dock, and the aircraft in it. */
    devices: 2,
    /** Charge of the aircraft below which no upgrade begins, percent. */
    batteryPercent: 20,
    /** How long a device can fetch its package after it was ordered to, ms. */
    addressLife: 7_200_000,
    /** How often upgrades are compared with what their devices report, ms. */
    lookEvery: 2_000,
    /** A device that says that it is done restarts, and reports its version within so long, ms: an older word is judged only then. */
    settles: 300_000,
    /** After so long without any word on its version the outcome of an upgrade is unknown, ms. */
    reportsWithin: 900_000,
    /** After so long without a word on its progress an upgrade has failed, ms. */
    silence: 1_200_000,
    /** How long its order is watched, ms: longer than every end above. */
    watched: 10_800_000,
    /** How often upgrades are looked for whose dock no server speaks to, ms. */
    sweepEvery: 60_000,
  },
} as const;

export const refusals = {
  firmwareEmpty: 422,
  firmwareSize: 422,
  firmwareSum: 422,
  firmwareKnown: 409,
  firmwaresFull: 409,
  firmwareInUse: 409,
  firmwareMissing: 409,
  firmwareModel: 409,
  firmwareInstalled: 409,
  upgradeOpen: 409,
  upgradeDevice: 409,
  upgradeBattery: 409,
  upgradeUnsure: 409,
} as const satisfies RoomRefusals;
