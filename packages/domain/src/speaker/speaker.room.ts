import type { RoomRefusals } from '../room.ts';

export const limits = {
  speaker: {
    /** A file as it is sent: five minutes as a wav of a studio, or hours of anything packed. */
    bytes: 32_000_000,
    /** What is made of it, seconds. */
    seconds: 300,
    /** A sound shorter than this, ms, is a file without any. */
    leastMs: 50,
    /** Longest time of a processor to decode one file, ms, and files that may wait for it. */
    decodeTime: 20_000,
    waiting: 4,
    /** Of one organisation. */
    most: 200,
    nameMax: 60,
    /** What a loudspeaker is given to say. */
    textMax: 200,
    /** Payloads are numbered up to here. */
    indexMax: 15,
    /** How long a dock can fetch a sound after it was ordered to play it, ms. */
    addressLife: 600_000,
    /** It fetches, encodes and hands on for so long at most before it plays, ms. */
    playsWithin: 120_000,
    /** A recording ends by itself after so long, ms. */
    recordsFor: 60_000,
  },
} as const;

export const refusals = {
  soundFormat: 422,
  soundTooLong: 422,
  soundEmpty: 422,
  soundTooMuch: 422,
  soundsFull: 409,
  soundMissing: 409,
  speakerMissing: 409,
} as const satisfies RoomRefusals;
