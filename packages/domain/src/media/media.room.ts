import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/AchievementDisplay': { group: 'watch' } } as const satisfies RoomPages;

export const actions = {
  'media:edit': { page: '/AchievementDisplay' },
  'media:keep': { page: '/AchievementDisplay' },
} as const satisfies RoomActions;

export const refusals = {
  downloadTooLarge: 413,
  mediaComplete: 409,
  labelsFull: 409,
  commentsFull: 409,
  mediaHeld: 409,
  retentionOfWhole: 403,
  quotaOfOwn: 403,
} as const satisfies RoomRefusals;
