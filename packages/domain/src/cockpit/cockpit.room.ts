import type { RoomPages, RoomRefusals } from '../room.ts';

/** They stand in the screen application; who has one finds the way there in the menu. */
export const pages = {
  '/CockpitOption': { group: 'watch', hidden: true },
  '/CockpitLarge': { group: 'watch', hidden: true },
  '/Cockpit/TotalPerception': { group: 'watch', hidden: true },
} as const satisfies RoomPages;

export const refusals = {
  /** No screen shows this code now. */
  displayCode: 404,
  displaysFull: 409,
} as const satisfies RoomRefusals;

export const limits = {
  display: {
    /** So long a screen shows its code, ms. */
    codeLife: 600_000,
    codeDigits: 8,
    /** How often a screen asks whether it was confirmed, ms. */
    askEvery: 3_000,
    /** Displays of one organisation, and screens of one address that wait for somebody to confirm them. */
    most: 200,
    waitingMost: 20,
  },
  screenLayout: {
    /** Bounds of how long each view of the map's tour stands, s. */
    tourLeast: 10,
    tourMost: 3_600,
  },
} as const;
