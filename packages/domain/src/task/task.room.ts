import type { RoomActions, RoomPages } from '../room.ts';

export const pages = { '/TaskManagerNew': { group: 'fly' } } as const satisfies RoomPages;

export const actions = {
  'task:edit': { page: '/TaskManagerNew', inspection: true },
} as const satisfies RoomActions;
