import { Refusal } from '../../platform/http/refusal.ts';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';
import type { AuditEntry, AuditLog } from '../audit-log/index.ts';
import type { Command } from './command.store.ts';

/** What the audit log keeps of a step of a command. */
export const auditRow = (
  command: Pick<
    Command,
    'oid' | 'groupRoot' | 'issuedBy' | 'sessionOID' | 'address' | 'dockOID' | 'method' | 'epoch' | 'arguments'
  >,
  outcome: string,
  code: number | null,
  reason: string | null,
): AuditEntry => ({
  groupRoot: command.groupRoot,
  memberOID: command.issuedBy,
  sessionOID: command.sessionOID,
  address: command.address,
  dockOID: command.dockOID,
  action: `command.${command.method}`,
  outcome,
  code,
  leaseEpoch: command.epoch,
  detail: { commandOID: command.oid, arguments: command.arguments, reason },
  correlationId: command.oid,
});

/** The log takes no rows although the database stands: nothing may be sent that has no row. */
export const isAuditBlocked = (error: unknown): boolean =>
  error instanceof Refusal && error.reason === 'auditBlocked';

/**
 * Stores the fate of a command with its row. People must see a fate at once: when the log takes no row, the fate is
 * stored alone and the row is owed.
 * @param store gives null when there was nothing to store
 */
export const storeFate = async <T>(
  { db, audit }: { db: Db; audit: AuditLog },
  row: AuditEntry,
  store: (trx: DbOrTrx) => Promise<T | null>,
): Promise<T | null> => {
  try {
    return await db.transaction().execute(async (trx) => {
      const stored = await store(trx);
      if (stored !== null) await audit.write(trx, row);
      return stored;
    });
  } catch (error) {
    if (!isAuditBlocked(error)) throw error;
    const stored = await db.transaction().execute(store);
    if (stored !== null) audit.owe(row);
    return stored;
  }
};
