import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/AchievementDisplay': { group: 'watch' } } as const satisfies RoomPages;

export const actions = {
  'media:edit': { page: '/AchievementDisplay' },
  'media:keep': { page: '/AchievementDisplay' },
} as const satisfies RoomActions;

export const refusals = {
  downloadTooLarge: 413,
  sidecarsTooMany: 413,
  mediaComplete: 409,
  labelsFull: 409,
  commentsFull: 409,
  mediaHeld: 409,
  retentionOfWhole: 403,
  quotaOfOwn: 403,
  pyramidTooMuch: 409,
  thermalNone: 409,
  thermalProgram: 409,
  thermalBroken: 409,
  thermalTooMuch: 409,
  playbackProgram: 409,
  playbackUnread: 409,
  playbackTooMuch: 409,
  playbackState: 409,
} as const satisfies RoomRefusals;
