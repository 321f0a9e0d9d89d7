import { limits, type NotificationKind, type NotificationLevel, type Resource } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { notificationEndpoints } from './notification.service.ts';
import {
  dockName,
  dropOldNotifications,
  holdersOf,
  membersAbove,
  membersWith,
  notifiedSince,
} from './notification.store.ts';
import { createNotifier, sender, type NotificationInput, type Notifier } from './notifier.ts';

export type { NotificationInput } from './notifier.ts';

export interface NotificationRoom {
  endpoints: Endpoint[];
  /** Notifies everyone who holds the right over a dock: stored, and on their own live topic. */
  notifyHolders(
    dockOID: string,
    resource: Resource,
    message: { kind: NotificationKind; level?: NotificationLevel },
  ): Promise<void>;
  /** Notifies everyone who holds the right and may see the department. */
  notifyAbove(groupOID: string, resource: Resource, message: NotificationInput, trx?: DbOrTrx): Promise<void>;
  /** Who holds the right and may see the department. */
  holdersAbove(groupOID: string, resource: Resource): Promise<string[]>;
  /** Notifies members; see `createNotifier`. */
  notifyMembers: Notifier;
  /** Whom a change of a role concerns. */
  membersOfRole(roleOID: string): Promise<string[]>;
  /** Timer step, safe on any instance: forgets what is older than `limits.notification.keepDays`. */
  dropOld(): Promise<void>;
}

/** How often a lasting fault may be notified, whichever server notices it. */
const repeatEvery: Partial<Record<NotificationKind, number>> = {
  dockTwin: limits.notification.twinAgain,
  dockClock: limits.notification.clockAgain,
  orderedElsewhere: limits.notification.twinAgain,
};

export const createNotification = (
  runtime: Runtime,
  deps: { audit: AuditLog; publish(topic: string, payload: string): Promise<void> },
): NotificationRoom => {
  const { publish, audit } = deps;
  const { db } = runtime;
  const notifyMembers = createNotifier({ runtime, publish });
  return {
    endpoints: notificationEndpoints({ runtime, audit, send: sender({ publish }) }),
    async notifyHolders(dockOID, resource, message) {
      const again = repeatEvery[message.kind];
      const since = new Date(runtime.serverTime() - (again ?? 0));
      if (again !== undefined && (await notifiedSince(db, dockOID, message.kind, since))) return;
      const dock = await dockName(db, dockOID);
      const members = await membersWith(db, dockOID, resource);
      const seconds = String(limits.dock.clockDifference / 1_000);
      const values = { dock, dockOID, ...(message.kind === 'dockClock' ? { seconds } : {}) };
      await notifyMembers(db, members, { ...message, values });
    },
    holdersAbove: (groupOID, resource) => membersAbove(db, groupOID, resource),
    notifyMembers,
    notifyAbove: async (groupOID, resource, message, trx = db) =>
      notifyMembers(trx, await membersAbove(trx, groupOID, resource), message),
    membersOfRole: (roleOID) => holdersOf(db, roleOID),
    dropOld: () =>
      dropOldNotifications(db, new Date(runtime.clock.wall() - limits.notification.keepDays * 86_400_000)),
  };
};
