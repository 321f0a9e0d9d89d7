import type { RoomPages } from '../room.ts';

export const pages = { '/DaJiHandle': { group: 'devices' } } as const satisfies RoomPages;
