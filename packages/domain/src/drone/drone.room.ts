import type { RoomPages } from '../room.ts';

export const pages = { '/UAVAdmin': { group: 'devices' } } as const satisfies RoomPages;
