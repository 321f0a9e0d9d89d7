import type { RoomRefusals } from '../room.ts';

export const limits = {
  upload: {
    /** Bytes of a block: what is hashed by itself. Every part begins at one. */
    block: 1_048_576,
    /** Bytes of the largest part, in one request. */
    chunk: 8_388_608,
    /** Parts that a browser sends at once. */
    atOnce: 3,
    /** A part that takes longer than this, ms, says that the line is bad: the next ones are as small as a block. */
    slow: 20_000,
    /** The longest wait of a browser before it tries again, ms. */
    waitMost: 30_000,
    /** Bytes from the start of a file by which its kind is recognised. */
    head: 32,
    /** The largest file that comes in one request, bytes. */
    whole: 100_000_000,
    /** Unfinished uploads of one member. */
    open: 1_000,
    /** Files of one organisation together, bytes, with what is on its way. */
    quota: 2_000_000_000_000,
    /** Bytes that stay free on the disk of the server whatever is uploaded. */
    spare: 268_435_456,
    /** How long an upload is kept that nobody goes on with, ms; how often that is looked for, and how many are removed at once. */
    keep: 72_000_000,
    clearEvery: 3_600_000,
    clearAtOnce: 500,
    /** A server that puts parts together says so at least as often as this, ms; then another may. */
    joinsFor: 60_000,
  },
} as const;

export const refusals = {
  uploadKind: 415,
  uploadQuota: 413,
  uploadDepartmentQuota: 413,
  uploadSpace: 413,
  uploadsFull: 409,
  uploadOffset: 409,
  uploadOverlap: 409,
  uploadIncomplete: 409,
  uploadHash: 422,
} as const satisfies RoomRefusals;
