import {
  channelsOf,
  encodeLive,
  firstPreferences,
  limits,
  liveTopics,
  notificationKinds,
  notificationPreferences,
  type Channels,
  type NotificationKind,
  type NotificationLevel,
  type NotificationMessage,
  type NotificationPreferences,
  type NotificationValues,
} from '@eyrie/domain';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { minuteOfDay } from './minute-of-day.ts';
import { insertNotifications, recipientsOf, type Recipient } from './notification.store.ts';

export interface NotifierDeps {
  runtime: Pick<Runtime, 'db' | 'log' | 'newOid' | 'serverTime'>;
  publish(topic: string, payload: string): Promise<void>;
}

export interface NotificationInput {
  kind: NotificationKind;
  /** Left out: the level of the kind. */
  level?: NotificationLevel;
  values: NotificationValues;
}

/** Stored preferences may come from another release. */
export const preferencesOf = (stored: unknown): NotificationPreferences => {
  const parsed = notificationPreferences.safeParse(stored);
  return parsed.success ? parsed.data : firstPreferences;
};

export type Send = (memberOID: string, message: NotificationMessage) => Promise<void>;

export const sender =
  ({ publish }: Pick<NotifierDeps, 'publish'>): Send =>
  (memberOID, message) =>
    publish(
      liveTopics.notification.topic(memberOID),
      encodeLive('notification', memberOID, message, message.at),
    );

interface Addressed extends Recipient {
  oid: string;
  channels: Channels;
}

/**
 * Stores a row for each member who exists and pushes it live. Call it after the commit of its subject, so that nothing
 * is notified that was rolled back. The push goes out even if the database refuses the rows: an alarm must be heard.
 */
export function createNotifier(deps: NotifierDeps) {
  const { runtime } = deps;
  const send = sender(deps);

  async function push(
    to: readonly Addressed[],
    message: Omit<NotificationMessage, 'oid' | 'popup' | 'sound'>,
  ) {
    for (let from = 0; from < to.length; from += limits.notification.publishAtOnce)
      await Promise.all(
        to
          .slice(from, from + limits.notification.publishAtOnce)
          .map(({ memberOID, oid, channels: { popup, sound } }) =>
            send(memberOID, { ...message, oid, popup, sound }).catch((error: unknown) =>
              runtime.log.warn({ err: error, memberOID }, 'a notification was stored and not pushed'),
            ),
          ),
      );
  }

  return async (
    db: DbOrTrx,
    memberOIDs: readonly string[],
    { kind, values, ...given }: NotificationInput,
  ): Promise<void> => {
    const wanted = [...new Set(memberOIDs)];
    const at = Math.round(runtime.serverTime());
    const level = given.level ?? notificationKinds[kind].level;
    const notifySome = async (members: readonly string[]): Promise<void> => {
      const found = await recipientsOf(db, members);
      const to = found.map((one): Addressed => {
        const channels = channelsOf(kind, preferencesOf(one.preferences), minuteOfDay(one.timeZone, at));
        return { ...one, oid: runtime.newOid(), channels };
      });
      if (to.length === 0) return;
      const rows = to.map((one) => ({ ...one, read: !one.channels.bell, popup: one.channels.popup }));
      try {
        await insertNotifications(db, rows, { kind, level, values, at: new Date(at) });
      } finally {
        await push(to, { kind, level, values: { ...values }, at, change: 'told', oids: null });
      }
    };
    // All are told, however many: rows that are refused keep nobody behind them from hearing it.
    const faults: unknown[] = [];
    for (let from = 0; from < wanted.length; from += limits.notification.membersAtOnce)
      await notifySome(wanted.slice(from, from + limits.notification.membersAtOnce)).catch((error: unknown) =>
        faults.push(error),
      );
    if (faults.length > 0) throw faults[0];
  };
}
export type Notifier = ReturnType<typeof createNotifier>;
