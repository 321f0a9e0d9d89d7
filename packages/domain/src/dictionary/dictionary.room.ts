import type { RoomActions, RoomPages } from '../room.ts';

export const pages = { '/EncodingTable': { group: 'settings' } } as const satisfies RoomPages;

export const actions = {
  'dictionary:edit': { page: '/EncodingTable' },
} as const satisfies RoomActions;

export const limits = {
  dictionary: {
    codeMax: 64,
    nameMax: 64,
    groupsMost: 200,
    codesMost: 2_000,
    fileBytes: 2_000_000,
    rowsMost: 2_001,
    columnsMost: 20,
  },
} as const;
