import type { RoomRefusals } from '../room.ts';

export const refusals = {
  noteAcknowledged: 409,
  noteOwn: 409,
} as const satisfies RoomRefusals;

export const limits = {
  desk: {
    /** Letters of a hand-over note. */
    noteMost: 2_000,
    /** How often an open monitor says that it is open, ms. */
    watchEvery: 20_000,
    /** A monitor that said nothing for so long counts as closed, ms: browsers run pages in the background once a minute. */
    watchLapses: 75_000,
    /** How often monitors that closed without a word are dropped, ms. */
    dropEvery: 600_000,
    /** How often an open desk asks, ms. */
    askEvery: 10_000,
    /** Controls and monitors that an answer names. */
    postsMost: 500,
    /** Alarms and work orders that an answer names, the gravest or oldest first. */
    namedMost: 6,
    /** Hand-over notes that wait for somebody, and those of before, in an answer. */
    notesOpenMost: 50,
    notesPast: 10,
  },
} as const;
