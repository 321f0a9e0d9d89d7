import type { RoomActions, RoomPages } from '../room.ts';

export const pages = { '/DaJiHandle': { group: 'devices' } } as const satisfies RoomPages;

export const actions = {
  'controller:connect': { page: '/DaJiHandle' },
} as const satisfies RoomActions;
