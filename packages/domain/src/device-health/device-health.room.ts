import type { RoomActions, RoomRefusals } from '../room.ts';

export const actions = {
  'device-health:edit': { page: '/personalInfo' },
} as const satisfies RoomActions;

export const limits = {
  deviceHealth: {
    keepDays: 365,
    messageKeepDays: 30,
    /** Rows deleted in one statement, and statements in one turn of the tidying. */
    cleanupRows: 5_000,
    cleanupRounds: 200,
    /** Lists count no further. */
    countMost: 100_000,
    /** A word is looked for in this many of the newest rows. */
    searchRows: 100_000,
    exportRows: 100_000,
    exportPiece: 1_000,
    /** Messages of one dock that are stored at once, and how many a minute after that; the rest is only counted. */
    messageBurst: 120,
    messagesPerMinute: 60,
    /** What says the same again within this time is counted on the row that stands. */
    messageFold: 60_000,
    foldsPerDock: 64,
    payloadChars: 4_096,
    flushEvery: 1_000,
    flushRows: 500,
    buffered: 20_000,
    noteMax: 500,
    /** Devices with open alarms in one answer for a map. */
    standingMost: 5_000,
  },
} as const;

export const refusals = {
  deviceOnly: 403,
} as const satisfies RoomRefusals;
