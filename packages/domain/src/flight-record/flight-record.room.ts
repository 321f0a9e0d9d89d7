import type { RoomActions, RoomRefusals } from '../room.ts';

export const actions = {
  'flight-record:export': { page: '/TaskManagerNew' },
} as const satisfies RoomActions;

export const refusals = {
  /** What still flies has no record that could be handed on. */
  flightNotOver: 409,
} as const satisfies RoomRefusals;

export const limits = {
  flightRecord: {
    /** Moments of one replay: a second each for a flight of 40 minutes. */
    points: 2_400,
    /** Orders, alarms and changes of control that a replay shows, of each kind the first ones. */
    events: 1_000,
    /** Rows that are read at a time for a bundle. */
    piece: 2_000,
    /** Bytes that a row of telemetry takes in a bundle at most, in its three files together. */
    rowBytes: 1_000,
    /** Moments further apart have nothing recorded between them, ms; older flights are kept thinner, and have the other. */
    gap: 5_000,
    oldGap: 25_000,
    /** Places of a planned route that a replay draws. */
    waypoints: 5_000,
  },
} as const;
