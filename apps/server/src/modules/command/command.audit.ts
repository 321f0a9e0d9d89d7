import { limits } from '@eyrie/domain';
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

/** The audit log refuses rows although the database works. An order without its row must not be sent. */
export const isAuditBlocked = (error: unknown): boolean =>
  error instanceof Refusal && error.reason === 'auditBlocked';

/** Orders that move nothing. A page gives them by itself whenever it opens, loses its line or closes. */
const pictureActions: readonly string[] = ['command.startLive', 'command.stopLive'];

/** Whether the row repeats one: the program, not a person, started or stopped this picture again. */
const isKnownAlready = async (trx: DbOrTrx, audit: AuditLog, row: AuditEntry): Promise<boolean> => {
  const args = row.detail?.['arguments'] as Record<string, unknown> | undefined;
  if (!pictureActions.includes(row.action) || !args || !audit.takesRows()) return false;
  if (args['byServer'] === true) return true;
  if (args['automatic'] !== true) return false;
  return audit.hasLately(trx, row, {
    actions: pictureActions,
    argument: ['videoId', String(args['videoId'])],
    within: limits.audit.automaticPictureEvery,
  });
};

/** Writes the row of a step of a command, in the transaction that makes the step. */
export const writeRow = async (trx: DbOrTrx, audit: AuditLog, row: AuditEntry): Promise<void> => {
  if (!(await isKnownAlready(trx, audit, row))) await audit.write(trx, row);
};

/**
 * Stores the outcome of a command with its audit row. People must see an outcome at once: when the log refuses the
 * row, the outcome is stored alone and the row is enqueued as pending.
 * @param store returns null when there was nothing to store
 */
export const storeOutcome = async <T>(
  { db, audit }: { db: Db; audit: AuditLog },
  row: AuditEntry,
  store: (trx: DbOrTrx) => Promise<T | null>,
): Promise<T | null> => {
  try {
    return await db.transaction().execute(async (trx) => {
      const stored = await store(trx);
      if (stored !== null) await writeRow(trx, audit, row);
      return stored;
    });
  } catch (error) {
    if (!isAuditBlocked(error)) throw error;
    const stored = await db.transaction().execute(store);
    if (stored !== null) audit.enqueuePending(row);
    return stored;
  }
};
