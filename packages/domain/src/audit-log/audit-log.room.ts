import type { RoomActions } from '../room.ts';

export const actions = {
  'audit-log:view': { page: '/operation' },
} as const satisfies RoomActions;

export const limits = {
  audit: {
    keepDays: 180,
    /** Newest rows that a search for a word reads. */
    searchRows: 100_000,
    /** How long a page takes the list of actions for current. */
    wordsFresh: 60_000,
    exportRows: 100_000,
    exportPiece: 2_000,
    /** Chains up to this length are checked while one waits; longer ones in the background. */
    verifyAtOnce: 50_000,
    verifyPiece: 1_000,
    /** A refused request longer than this is only counted. */
    requestChars: 4_000,
    /** How often it is tried whether the log takes rows, and what it did not take is written again. */
    tryEvery: 2_000,
    /** Starts and stops of a picture by the program itself: one row per member and camera in this time. */
    automaticPictureEvery: 600_000,
    /** Rows about what had happened already that wait for a log that takes none. */
    pendingMost: 10_000,
    /** Ids that details name, in one row and in one page: more stay ids. */
    namedOfRow: 50,
    namedOfPage: 1_000,
    /** How deep details are read for ids. */
    namedDepth: 8,
    /** Newest deletions of roles that are read for the names of roles that are gone. */
    namedDeletions: 300,
  },
} as const;
