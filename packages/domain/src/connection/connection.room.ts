import type { RoomRefusals } from '../room.ts';

export const limits = {
  connection: {
    /** Life of a binding code, ms. */
    codeLife: 86_400_000,
    /** Messages of the dock in a diagnosis file. */
    messages: 200,
    /** How long an address may take to answer, ms. */
    reachWithin: 5_000,
    /** How long a time server may take to answer, ms. */
    timeWithin: 3_000,
    /** The same step that went the same way is written no more often than this, ms. */
    sameStepEvery: 30_000,
    /** Charge of the aircraft below which no dock lets it fly, percent. */
    firstFlightCharge: 30,
    writeEvery: 500,
    /** Steps that wait to be written; what comes beside these is written when it comes again. */
    waiting: 5_000,
  },
} as const;

export const refusals = { alreadyBound: 409 } as const satisfies RoomRefusals;
