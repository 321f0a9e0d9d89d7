import type { RoomPages } from '../room.ts';

export const pages = { '/BatteryAdmin': { group: 'devices' } } as const satisfies RoomPages;
