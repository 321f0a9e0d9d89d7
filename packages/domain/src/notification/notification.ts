import { z } from 'zod';
import { roomNotifications } from '../definitions.generated.ts';
import { notificationLevels, type NotificationRule, type NotificationValues } from '../room.ts';
import { oid, sentInstant } from '../shape.ts';

/** Everything a member can be told. The words are phrases `notification.<kind>` with the values as arguments. */
export const notificationKinds = roomNotifications;
export type NotificationKind = keyof typeof notificationKinds;

const isKind = (kind: string): kind is NotificationKind => Object.hasOwn(notificationKinds, kind);
/** Kinds that a member may silence. */
export type QuietableKind = {
  [Kind in NotificationKind]: (typeof notificationKinds)[Kind]['safety'] extends true ? never : Kind;
}[NotificationKind];
const isQuietable = (kind: NotificationKind): kind is QuietableKind => !notificationKinds[kind].safety;
export const quietableKinds = (Object.keys(notificationKinds) as NotificationKind[]).filter(isQuietable);

/** Where a notification leads. What a later release told leads nowhere. */
export const notificationLink = (kind: string, values: NotificationValues): string | null => {
  if (!isKind(kind)) return null;
  const { link }: NotificationRule = notificationKinds[kind];
  return typeof link === 'function' ? link(values) : link;
};

/** bell: counts as unread; popup: stands over the page until put away; sound: is heard. */
export const channels = z.object({ bell: z.boolean(), popup: z.boolean(), sound: z.boolean() });
export type Channels = z.output<typeof channels>;

const minute = z.number().int().min(0).max(1_439);
const own = channels.optional();

export const notificationPreferences = z.object({
  levels: z.object({ info: channels, attention: channels }),
  /** Kinds that do not follow their level. */
  kinds: z.object(
    Object.fromEntries(quietableKinds.map((kind) => [kind, own])) as Record<QuietableKind, typeof own>,
  ),
  /** Minutes of the day in the time zone of the organisation; may pass midnight. */
  quiet: z.object({ from: minute, to: minute }).nullable(),
});
export type NotificationPreferences = z.output<typeof notificationPreferences>;

export const firstPreferences: NotificationPreferences = {
  levels: {
    info: { bell: true, popup: false, sound: false },
    attention: { bell: true, popup: true, sound: false },
  },
  kinds: {},
  quiet: null,
};

/** True inside the quiet hours. Hours that begin when they end are none. */
export const isQuiet = (quiet: NotificationPreferences['quiet'], minuteOfDay: number): boolean => {
  if (quiet === null || quiet.from === quiet.to) return false;
  const { from, to } = quiet;
  return from < to ? minuteOfDay >= from && minuteOfDay < to : minuteOfDay >= from || minuteOfDay < to;
};

/**
 * How a member is told. Quiet hours take away what disturbs, never the row. What concerns safety is told by every
 * means, whatever was set.
 */
export const channelsOf = (
  kind: NotificationKind,
  { levels, kinds, quiet }: NotificationPreferences,
  minuteOfDay: number,
): Channels => {
  const { level, safety }: NotificationRule = notificationKinds[kind];
  if (safety || level === 'alarm') return { bell: true, popup: true, sound: true };
  const wanted = (isQuietable(kind) ? kinds[kind] : undefined) ?? levels[level];
  return isQuiet(quiet, minuteOfDay) ? { ...wanted, popup: false, sound: false } : wanted;
};

export const notificationRecord = z.object({
  oid,
  /** One of `notificationKinds`, or of a later release. */
  kind: z.string(),
  level: z.enum(notificationLevels),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  at: sentInstant,
  readAt: sentInstant.nullable(),
  /** It was to stand over the page when it was told. */
  popup: z.boolean(),
  link: z.string().nullable(),
  allowed: z.array(z.string()),
});
export type NotificationRecord = z.output<typeof notificationRecord>;
