import type { RoomPages } from '../room.ts';

export const pages = { '/DataStatistics': { group: 'watch' } } as const satisfies RoomPages;

export const limits = {
  statistics: {
    /** Days of one question: ten years. */
    daysMost: 3_660,
    /** Departments or docks that an answer names; the rest is one figure. */
    namedMost: 50,
    /** How often closed and corrected records are counted into the days, ms. */
    countEvery: 2_000,
    /** Changed records, and docks that are counted anew, of one turn. */
    changesAtOnce: 2_000,
    docksAtOnce: 20,
    /** Departments whose findings and orders are counted anew in one turn. */
    groupsAtOnce: 20,
    /** Classes that an answer names; the rest is one figure. */
    classesMost: 50,
    /** Aircraft in the air that one answer names. */
    liveMost: 1_000,
  },
} as const;
