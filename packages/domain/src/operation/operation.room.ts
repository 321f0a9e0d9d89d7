import type { RoomActions, RoomNotifications, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/operation': { group: 'settings' } } as const satisfies RoomPages;

export const actions = {
  'platform:operate': { page: '/operation' },
} as const satisfies RoomActions;

export const refusals = {
  workRunning: 409,
  versionUnknown: 409,
} as const satisfies RoomRefusals;

export const notifications = {
  workFinished: { level: 'info', safety: false, link: '/operation?tab=work' },
  workFailed: { level: 'attention', safety: false, link: '/operation?tab=work' },
  backupFailed: { level: 'attention', safety: false, link: '/operation?tab=backup' },
  announcement: { level: 'info', safety: false, link: null },
  maintenance: { level: 'attention', safety: false, link: null },
} as const satisfies RoomNotifications;
