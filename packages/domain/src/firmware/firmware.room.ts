import type { RoomNotifications, RoomRefusals } from '../room.ts';

export const refusals = {
  firmwareSize: 422,
  firmwareSum: 422,
  firmwareKnown: 409,
  firmwaresFull: 409,
  firmwareInUse: 409,
  firmwareMissing: 409,
  firmwareModel: 409,
  firmwareSame: 409,
  upgradeOpen: 409,
  upgradeBattery: 409,
  upgradeUnsure: 409,
  /** The organisation wants a second person to approve upgrades. */
  upgradeApprovalMissing: 409,
  /** Another rollout that is not over names one of these docks. */
  rolloutOpen: 409,
  /** Who asks is not who approves. */
  rolloutOwn: 409,
  rolloutDecided: 409,
  rolloutReason: 422,
  rolloutOver: 409,
} as const satisfies RoomRefusals;

const docks = '/DaJiAirport';
export const notifications = {
  rolloutAsked: { level: 'attention', safety: false, link: docks },
  rolloutRejected: { level: 'attention', safety: false, link: docks },
  rolloutStopped: { level: 'alarm', safety: false, link: docks },
  rolloutDone: { level: 'info', safety: false, link: docks },
} as const satisfies RoomNotifications;

export const limits = {
  rollout: {
    /** Docks of one rollout, and of one wave. */
    docksMost: 200,
    waveMost: 50,
    /** Characters of a note, and of the reason of a decision. */
    reasonMax: 200,
    /** How often rollouts that run are looked at, ms. */
    lookEvery: 5_000,
  },
} as const;
