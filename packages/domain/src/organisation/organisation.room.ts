import type { RoomActions, RoomRefusals } from '../room.ts';

export const actions = {
  'organisation:edit': { page: '/operation' },
} as const satisfies RoomActions;

export const refusals = {
  keysFull: 409,
} as const satisfies RoomRefusals;

export const limits = {
  organisation: {
    idleMinutesMin: 5,
    idleMinutesMax: 120,
    passwordDaysMin: 7,
    passwordDaysMax: 730,
    integrationKeys: 20,
  },
} as const;
