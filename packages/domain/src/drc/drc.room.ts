import type { RoomRefusals } from '../room.ts';

export const limits = {
  drc: {
    /** A code opens one connection within this time. */
    codeLife: 30_000,
    /** The account of a dock for its second connection. */
    accountLife: 3_600_000,
    /** What the dock is asked to report of its aircraft, Hz. */
    stateFrequency: 10,
    obstacleFrequency: 1,
    /** The forwarding loop passes time to the watchdog this often. */
    beat: 50,
    /** Session, right and lease are looked at this often. */
    verifyEvery: 500,
    /** State of the aircraft older than this moves nothing; beyond the second the link is lost and DRC ends. */
    stale: 500,
    lost: 2_000,
    /** From its begin until the dock reports its aircraft for the first time. */
    firstState: 10_000,
    /** Whoever flies hears this often how it stands. */
    sayEvery: 500,
    /** A connection of a page: longest message in bytes, and most messages in a second. */
    messageBytes: 1_000,
    mostPerSecond: 40,
    /** The clock of the page is compared this often, and this many comparisons are kept. */
    syncEvery: 1_000,
    syncKept: 5,
    /** Connections of one session, and those whose code is being checked. */
    perSession: 2,
    strangers: 50,
    /** Bytes that a dock has not taken yet: beyond, a frame is dropped instead of joining a queue. */
    heldBack: 800,
    /** A gateway that does not answer in this time has no link to the dock. */
    askAnswer: 1_500,
  },
};

export const refusals = {
  drcMissing: 409,
  drcAccountMissing: 409,
} as const satisfies RoomRefusals;
