import type { NotificationValues, RoomNotifications, RoomRefusals } from '../room.ts';

export const refusals = {
  documentFormat: 422,
  documentsFull: 409,
} as const satisfies RoomRefusals;

export const notifications = {
  documentEnds: {
    level: 'attention',
    safety: false,
    link: ({ page, oid }: NotificationValues): string | null =>
      page === undefined || oid === undefined ? null : `${page}?open=${encodeURIComponent(oid)}`,
  },
} as const satisfies RoomNotifications;

export const limits = {
  deviceDocument: {
    bytes: 10_000_000,
    /** Of one device. */
    most: 50,
    nameMax: 100,
    remarkMax: 300,
    /** A picture is stored no larger than this: its print can still be read. */
    pictureWidth: 4_096,
    pictureHeight: 4_096,
    /** Of a picture as it comes: its longest side, all its pixels, and ms to take it apart. */
    pictureSide: 16_384,
    picturePixels: 60_000_000,
    pictureTime: 20_000,
  },
} as const;
