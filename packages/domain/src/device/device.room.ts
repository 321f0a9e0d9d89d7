import type { NotificationValues, RoomActions, RoomNotifications, RoomRefusals } from '../room.ts';

export const actions = { 'device:edit': { page: '/UAVAdmin' } } as const satisfies RoomActions;

export const refusals = {
  deviceRetired: 409,
  deviceNotRetired: 409,
  deviceAccepted: 409,
} as const satisfies RoomRefusals;

/** The record of the device that a notification names. */
const deviceRecord = ({ page, oid }: NotificationValues): string | null =>
  page === undefined || oid === undefined ? null : `${page}?open=${encodeURIComponent(oid)}`;

export const notifications = {
  maintenanceDue: { level: 'attention', safety: false, link: deviceRecord },
  insuranceEnds: { level: 'attention', safety: false, link: deviceRecord },
} as const satisfies RoomNotifications;
