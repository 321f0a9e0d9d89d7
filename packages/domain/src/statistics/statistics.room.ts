import type { RoomPages } from '../room.ts';

export const pages = { '/DataStatistics': { group: 'watch' } } as const satisfies RoomPages;
