import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/AchievementDisplay': { group: 'watch' } } as const satisfies RoomPages;

export const actions = { 'media:edit': { page: '/AchievementDisplay' } } as const satisfies RoomActions;

export const limits = {
  results: {
    /** Files of one download, and their bytes together: what a plain zip can say of itself. */
    zipFiles: 200,
    zipBytes: 4_000_000_000,
    /** How long a deleted file is kept, ms. */
    binFor: 30 * 86_400_000,
    /** How often deleted files are looked for whose time is over, ms, and how many are removed at once. */
    clearEvery: 3_600_000,
    clearAtOnce: 500,
  },
} as const;

export const refusals = { downloadTooLarge: 413 } as const satisfies RoomRefusals;
