import type { RoomActions, RoomRefusals } from '../room.ts';

export const actions = {
  'region:edit': { page: '/DeviceAll' },
} as const satisfies RoomActions;

export const limits = {
  region: {
    /** Regions that one department keeps. */
    most: 2_000,
    /** Places of one outline or line. */
    places: 1_000,
    /** Outlines of one area: the first is its edge, the others are holes. */
    outlines: 10,
    /** Regions of all departments in one answer. */
    answered: 5_000,
  },
} as const;

export const refusals = { regionsFull: 409 } as const satisfies RoomRefusals;
