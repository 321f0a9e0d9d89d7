import type { RoomPages } from '../room.ts';

/** They stand in the screen application; who has one finds the way there in the menu. */
export const pages = {
  '/CockpitOption': { group: 'watch', hidden: true },
  '/CockpitLarge': { group: 'watch', hidden: true },
  '/Cockpit/TotalPerception': { group: 'watch', hidden: true },
} as const satisfies RoomPages;
