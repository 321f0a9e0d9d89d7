import { notificationCalls, notificationLink, type NotificationRecord } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, notFound } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { allowedWords } from '../permission/index.ts';
import {
  countNotifications,
  countOwn,
  deleteNotifications,
  listNotifications,
  markRead,
  type NotificationFilter,
} from './notification.store.ts';
import { createPreferences } from './notification.preferences.ts';
import type { Send } from './notifier.ts';

export interface NotificationDeps {
  runtime: Pick<Runtime, 'db' | 'log' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  send: Send;
}

const present = (
  { oid, kind, level, values, at, read_at, popup }: Awaited<ReturnType<typeof listNotifications>>[number],
  allowed: string[],
): NotificationRecord => ({
  oid,
  kind,
  level,
  values,
  at: at.getTime(),
  readAt: read_at?.getTime() ?? null,
  popup,
  link: notificationLink(kind, values),
  allowed,
});

/** The notifications of the caller, and of nobody else. */
export function createNotificationService({ runtime, audit, send }: NotificationDeps) {
  const { db } = runtime;

  async function query(
    caller: Caller,
    { pageNum, pageSize, ...filter }: NotificationFilter & { pageNum: number; pageSize: number },
  ) {
    const [rows, total] = await Promise.all([
      listNotifications(db, caller.memberOID, filter, { pageNum, pageSize }),
      countNotifications(db, caller.memberOID, filter),
    ]);
    const allowed = allowedWords(caller.resources, [notificationCalls.read, notificationCalls.remove]);
    const list = rows.map((row) => present(row, allowed));
    return { list, total, pageNum, pageSize };
  }

  /** The member's other windows agree at once. */
  async function publishRead({ memberOID }: Caller, oids: readonly string[] | null): Promise<void> {
    const at = Math.round(runtime.serverTime());
    const message = { oid: '', kind: '', level: 'info', values: {}, at, popup: false, sound: false } as const;
    await send(memberOID, { ...message, change: 'seen', oids: oids && [...oids] }).catch((error: unknown) =>
      runtime.log.debug({ err: error }, 'other windows learn later what was seen'),
    );
  }

  async function read(
    caller: Caller,
    request: { oids?: readonly string[] | undefined; all?: boolean | undefined },
  ): Promise<number> {
    // Who names some means those and no others.
    const oids = request.all === true && !request.oids ? null : [...new Set(request.oids)];
    if (oids?.length === 0) throw invalidField('oids', 'required');
    const at = new Date(Math.round(runtime.serverTime()));
    if (oids && (await countOwn(db, caller.memberOID, oids)) !== oids.length) throw notFound();
    const count = await markRead(db, caller.memberOID, oids, at);
    await publishRead(caller, oids);
    return count;
  }

  async function remove(oids: readonly string[], context: CallContext): Promise<void> {
    const wanted = [...new Set(oids)];
    const { caller } = context;
    await db.transaction().execute(async (trx) => {
      if ((await deleteNotifications(trx, caller.memberOID, wanted)) !== wanted.length) throw notFound();
      const detail = { count: wanted.length };
      await audit.done(trx, context, 'notification.delete', detail);
    });
    await publishRead(caller, wanted);
  }

  return {
    query,
    unreadCount: ({ memberOID }: Caller) => countNotifications(db, memberOID, { unread: true }),
    read,
    remove,
    ...createPreferences({ runtime, audit }),
  };
}
