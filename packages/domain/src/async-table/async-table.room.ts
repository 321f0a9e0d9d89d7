import type { RoomPages } from '../room.ts';

export const pages = { '/asyncTable': { group: 'watch' } } as const satisfies RoomPages;
