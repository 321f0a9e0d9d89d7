import type { RoomPages } from '../room.ts';

export const pages = { '/DataStatistics': { group: 'watch' } } as const satisfies RoomPages;

export const limits = {
  statistics: {
    /** Days of one question: ten years. */
    daysMost: 3_660,
    /** A period begins in one of these years: ten years back from the first tasks, and no slip of the pen. */
    firstYear: 2_000,
    lastYear: 2_099,
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
    /** How often it is looked whether docks are online and how old their values are, ms. */
    lookEvery: 300_000,
    /** How often orders, pictures and launches of the last days are counted into service levels, ms. */
    levelsEvery: 900_000,
    /** Days that are counted anew each time. */
    levelsDays: 2,
    /** An order or picture that has neither answer nor stream after it counts as one without, ms. */
    levelsSettled: 60_000,
    /** A stream that comes later is another one's, ms. */
    firstFrameMost: 30_000,
    /** Docks and months that one answer names. */
    levelRowsMost: 500,
    /** Aircraft in the air that one answer names. */
    liveMost: 1_000,
  },
} as const;
