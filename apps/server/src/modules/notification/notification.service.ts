import { notificationCalls, notificationLink, type NotificationRecord } from '@eyrie/domain';
import type { Caller, Endpoint } from '../../platform/http/endpoint.ts';
import { invalidField, notFound } from '../../platform/http/refusal.ts';
import { allowedWords, createList, serveList } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { createPreferences } from './notification.preferences.ts';
import { markRead, notificationList, notifications } from './notification.store.ts';
import type { Send } from './notifier.ts';

export interface NotificationDeps {
  runtime: Pick<Runtime, 'db' | 'log' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  send: Send;
}

/** The calls about the notifications of the caller, and of nobody else. */
export function notificationEndpoints({ runtime, audit, send }: NotificationDeps): Endpoint[] {
  const { db } = runtime;
  const list = createList<typeof notificationList, NotificationRecord>(
    {
      list: notificationList,
      word: 'notification',
      present: (rows, { caller }) => {
        const allowed = allowedWords(caller.resources, [notificationCalls.read, notificationCalls.remove]);
        return rows.map((row) => ({ ...row, link: notificationLink(row.kind, row.values), allowed }));
      },
      removed: (rows) => ({ count: rows.length }),
    },
    { runtime, audit },
  );
  const { preferences, setPreferences } = createPreferences({ runtime, audit });

  /** The member's other windows agree at once. */
  async function publishRead({ memberOID }: Caller, oids: readonly string[] | null): Promise<void> {
    const at = Math.round(runtime.serverTime());
    const message = { oid: '', kind: '', level: 'info', values: {}, at, popup: false, sound: false } as const;
    await send(memberOID, { ...message, change: 'seen', oids: oids && [...oids] }).catch((error: unknown) =>
      runtime.log.debug({ err: error }, 'other windows learn later what was seen'),
    );
  }

  return serveList(notificationCalls, list, {
    unreadCount: async (_request, context) => ({
      count: await notifications.count(db, context, { unread: true }),
    }),
    async read({ oids: named, all }, context) {
      const { caller } = context;
      // Who names some means those and no others.
      const oids = all === true && !named ? null : [...new Set(named)];
      if (oids?.length === 0) throw invalidField('oids', 'required');
      if (oids && (await notifications.byOids(db, context, oids)).length !== oids.length) throw notFound();
      const at = new Date(Math.round(runtime.serverTime()));
      const count = await markRead(db, caller.memberOID, oids, at);
      await publishRead(caller, oids);
      return { count };
    },
    async remove({ oids }, context) {
      await list.remove(oids, context);
      await publishRead(context.caller, [...new Set(oids)]);
      return { ok: true as const };
    },
    preferencesGet: (_request, { caller }) => preferences(caller),
    preferencesSet: setPreferences,
  });
}
