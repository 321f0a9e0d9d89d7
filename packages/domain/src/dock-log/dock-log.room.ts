import type { RoomRefusals } from '../room.ts';

export const limits = {
  dockLog: {
    /** How long a dock may take to list its log files, ms: it reads those of its aircraft by radio. */
    answer: 15_000,
    /** Starts that one dock lists, and that one upload packs. */
    starts: 1_000,
    chosen: 100,
    /** How long a dock can write with what it was given for one upload, ms. */
    credentialLife: 7_200_000,
    /** After so long without a word of the dock an upload has failed, ms. */
    silence: 600_000,
    /** How often uploads are looked at for that, ms. */
    lookEvery: 10_000,
    /** When what a given-up upload may still have stored is removed, ms: a file may be on its way. */
    clearAfter: 3_600_000,
    /** How long the list of a dock is kept, ms. */
    listKept: 86_400_000,
  },
} as const;

export const refusals = {
  logUploadOpen: 409,
  logUploadNone: 409,
  logNotUploaded: 409,
} as const satisfies RoomRefusals;
