import type { NotificationPreferences } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { recipientOf, savePreferences } from './notification.store.ts';
import { preferencesOf } from './notifier.ts';

/** Which notifications a member wants, and by which channels. */
export function createPreferences({
  runtime: { db },
  audit,
}: {
  runtime: Pick<Runtime, 'db'>;
  audit: AuditLog;
}) {
  async function preferences({ memberOID }: Caller): Promise<NotificationPreferences & { timeZone: string }> {
    const found = await recipientOf(db, memberOID);
    return { ...preferencesOf(found.preferences), timeZone: found.timeZone };
  }

  async function setPreferences(given: NotificationPreferences, context: CallContext) {
    await db.transaction().execute(async (trx) => {
      await savePreferences(trx, context.caller.memberOID, given);
      await audit.done(trx, context, 'notification.preferencesSet', { ...given });
    });
    return preferences(context.caller);
  }

  return { preferences, setPreferences };
}
