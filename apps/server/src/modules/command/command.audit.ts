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

/** The log takes no rows although the database stands: nothing may be sent that has no row. */
export const isAuditBlocked = (error: unknown): boolean =>
  error instanceof Refusal && error.reason === 'auditBlocked';

/** Orders that move nothing, and that a page gives by itself whenever it opens, breaks off or closes. */
const pictureActions: readonly string[] = ['command.startLive', 'command.stopLive'];

/** Is the row about something that nobody needs to know a second time: a picture that the program started or stopped. */
const isKnownAlready = async (trx: DbOrTrx, audit: AuditLog, row: AuditEntry): Promise<boolean> => {
  const told = row.detail?.['arguments'] as Record<string, unknown> | undefined;
  if (!pictureActions.includes(row.action) || !told || !audit.takesRows()) return false;
  if (told['byServer'] === true) return true;
  if (told['automatic'] !== true) return false;
  return audit.hasLately(trx, row, {
    actions: pictureActions,
    argument: ['videoId', String(told['videoId'])],
    within: limits.audit.automaticPictureEvery,
  });
};

/** Writes the row of a step of a command, in the transaction that makes the step. */
export const writeRow = async (trx: DbOrTrx, audit: AuditLog, row: AuditEntry): Promise<void> => {
  if (!(await isKnownAlready(trx, audit, row))) await audit.write(trx, row);
};

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
      if (stored !== null) await writeRow(trx, audit, row);
      return stored;
    });
  } catch (error) {
    if (!isAuditBlocked(error)) throw error;
    const stored = await db.transaction().execute(store);
    if (stored !== null) audit.owe(row);
    return stored;
  }
};
