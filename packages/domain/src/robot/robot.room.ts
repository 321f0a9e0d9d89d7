import type { RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/RobotAdmin': { group: 'devices' } } as const satisfies RoomPages;

export const refusals = { robotNotInService: 409 } as const satisfies RoomRefusals;
