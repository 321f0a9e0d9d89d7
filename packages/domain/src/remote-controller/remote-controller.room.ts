import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const limits = {
  controller: {
    /** How long a pilot has for an answer, ms. One that comes later is no consent. */
    consentWithin: 60_000,
    /** How often it is looked whether who was given consent still has control, ms. */
    consentCheck: 1_000,
  },
} as const;

export const pages = {
  '/DaJiHandle': { group: 'devices' },
  '/handShankMonitorSee': { group: 'watch', hidden: true },
} as const satisfies RoomPages;

export const actions = {
  'controller:connect': { page: '/DaJiHandle' },
} as const satisfies RoomActions;

export const refusals = {
  consentMissing: 409,
  consentPending: 409,
  consentRefused: 409,
  consentCanceled: 409,
  consentSilent: 409,
} as const satisfies RoomRefusals;
