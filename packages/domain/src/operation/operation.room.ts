import type { NotificationValues, RoomActions, RoomNotifications, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/operation': { group: 'settings' } } as const satisfies RoomPages;

export const actions = {
  'platform:operate': { page: '/operation' },
} as const satisfies RoomActions;

export const refusals = {
  workRunning: 409,
  versionUnknown: 409,
  workState: 409,
  noticeOver: 409,
  noticeStays: 409,
} as const satisfies RoomRefusals;

/** Whoever asked for the tiles of a layer may edit layers, which does not open the page of background work. */
const workLink = ({ work }: NotificationValues): string =>
  typeof work === 'string' && work.startsWith('layer') ? '/Layer' : '/operation?tab=work';

export const notifications = {
  workFinished: { level: 'info', safety: false, link: workLink },
  workFailed: { level: 'attention', safety: false, link: workLink },
  backupFailed: { level: 'attention', safety: false, link: '/operation?tab=backup' },
  announcement: { level: 'info', safety: false, link: null },
  maintenance: { level: 'attention', safety: false, link: null },
} as const satisfies RoomNotifications;
