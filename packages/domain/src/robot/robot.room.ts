import type { RoomPages } from '../room.ts';

export const pages = { '/RobotAdmin': { group: 'devices' } } as const satisfies RoomPages;
