import type { RoomPages } from '../room.ts';

export const pages = { '/PTZAdmin': { group: 'devices' } } as const satisfies RoomPages;
