import { z } from 'zod';
import { oid, sentInstant } from '../shape.ts';

export const notificationLevels = ['info', 'attention', 'alarm'] as const;
export type NotificationLevel = (typeof notificationLevels)[number];
export type NotificationValues = Readonly<Record<string, string | number>>;

interface KindRule {
  level: NotificationLevel;
  /** Concerns the safety of a flight or a dock: nobody can silence it. */
  safety: boolean;
  /** Page of the thing, behind the hash; null where there is none. */
  link: (values: NotificationValues) => string | null;
}

const monitor = ({ dockOID }: NotificationValues): string | null =>
  dockOID === undefined ? null : `/PortMonitorSee?oid=${encodeURIComponent(dockOID)}`;
const page = (address: string) => (): string => address;

/** Everything a member can be told. The words are phrases `notification.<kind>` with the values as arguments. */
export const notificationKinds = {
  controlLostInFlight: { level: 'alarm', safety: true, link: monitor },
  dockTwin: { level: 'alarm', safety: true, link: monitor },
  dockClock: { level: 'alarm', safety: true, link: monitor },
  memberAdded: { level: 'info', safety: false, link: page('/personalInfo') },
  rightsChanged: { level: 'attention', safety: false, link: page('/personalInfo') },
  passwordReset: { level: 'attention', safety: false, link: page('/personalInfo') },
  newAddress: { level: 'attention', safety: false, link: page('/personalInfo?tab=sessions') },
  workFinished: { level: 'info', safety: false, link: page('/operation?tab=work') },
  workFailed: { level: 'attention', safety: false, link: page('/operation?tab=work') },
  backupFailed: { level: 'attention', safety: false, link: page('/operation?tab=backup') },
  announcement: { level: 'info', safety: false, link: () => null },
  maintenance: { level: 'attention', safety: false, link: () => null },
} as const satisfies Record<string, KindRule>;
export type NotificationKind = keyof typeof notificationKinds;

const isKind = (kind: string): kind is NotificationKind => Object.hasOwn(notificationKinds, kind);
/** Kinds that a member may silence. */
export const quietableKinds = (Object.keys(notificationKinds) as NotificationKind[]).filter(
  (kind) => !notificationKinds[kind].safety,
);

/** Where a notification leads. What a later release told leads nowhere. */
export const notificationLink = (kind: string, values: NotificationValues): string | null =>
  isKind(kind) ? notificationKinds[kind].link(values) : null;

/** bell: counts as unread; popup: stands over the page until put away; sound: is heard. */
export const channels = z.object({ bell: z.boolean(), popup: z.boolean(), sound: z.boolean() });
export type Channels = z.output<typeof channels>;

const minute = z.number().int().min(0).max(1_439);
const own = channels.optional();

export const notificationPreferences = z.object({
  levels: z.object({ info: channels, attention: channels }),
  /** Kinds that do not follow their level. */
  kinds: z.object({
    memberAdded: own,
    rightsChanged: own,
    passwordReset: own,
    newAddress: own,
    workFinished: own,
    workFailed: own,
    backupFailed: own,
    announcement: own,
    maintenance: own,
  }),
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
  const { level, safety }: KindRule = notificationKinds[kind];
  if (safety || level === 'alarm') return { bell: true, popup: true, sound: true };
  const wanted = kinds[kind as keyof typeof kinds] ?? levels[level];
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
