import { createHash } from 'node:crypto';
import { commandRules, type CommandState } from '@eyrie/domain';
import { isDataRefused } from '../../platform/postgres/index.ts';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';
import type { AuditEntry, AuditLog } from '../audit-log/index.ts';
import { isAuditBlocked } from './command.audit.ts';
import { commandByOid, insertCommand, moveCommand, notify, setDetail } from './command.store.ts';
import type { JournalLine } from './emergency.journal.ts';

/** What is said beside a command that went out past the database. */
export const withoutDatabase = 'withoutDatabase';
const notAudited = 'withoutDatabase, not in the audit log yet';

/** Nothing is known of the moment of the answer but that it came after the sending, ms. */
const answeredAfter = 1_000;
/** Where the row of a command may stand that was written when the database failed, and went out by the other way. */
const notSentByGateway: readonly CommandState[] = ['drafted', 'authorised', 'expired', 'failed'];

const insertLine = (trx: DbOrTrx, line: JournalLine): Promise<boolean> =>
  insertCommand(trx, {
    oid: line.commandOID,
    groupRoot: line.groupRoot,
    dockOID: line.dockOID,
    flightOID: null,
    method: line.method,
    key: line.key,
    arguments: { emergency: true, withoutDatabase: true },
    argumentsHash: createHash('sha256')
      .update(JSON.stringify([line.method]))
      .digest(),
    issuedBy: line.memberOID,
    sessionOID: line.sessionOID,
    address: line.address,
    epoch: null,
    tabId: null,
    nonceHash: null,
    issuedAt: line.at,
    expiresAt: line.at + commandRules[line.method].ttl,
    state: 'sent',
    reason: null,
    detail: withoutDatabase,
    history: [{ at: line.at, state: 'sent', detail: withoutDatabase }],
  });

const auditRowOf = (line: JournalLine): AuditEntry => ({
  groupRoot: line.groupRoot,
  memberOID: line.memberOID,
  sessionOID: line.sessionOID,
  address: line.address,
  dockOID: line.dockOID,
  action: `command.${line.method}`,
  outcome: line.state,
  code: line.code,
  detail: { commandOID: line.commandOID, withoutDatabase: true, at: line.at },
  correlationId: line.commandOID,
});

const storeIn = async (trx: DbOrTrx, line: JournalLine, audit: AuditLog | null): Promise<void> => {
  const fresh = await insertLine(trx, line);
  if (!fresh)
    await moveCommand(trx, line.commandOID, notSentByGateway, {
      state: 'sent',
      at: line.at,
      sentAt: line.at,
      reason: null,
      code: null,
      detail: withoutDatabase,
    });
  const known = line.state !== 'sent';
  const moved =
    known &&
    (await moveCommand(trx, line.commandOID, ['sent'], {
      state: line.state,
      at: line.at + answeredAfter,
      sentAt: line.at,
      code: line.code,
    }));
  // Stored before without its row: the line was kept for the row's sake.
  const owed = known && (await commandByOid(trx, line.commandOID))?.detail === notAudited;
  if (!fresh && !moved && !owed) return;
  await setDetail(trx, line.commandOID, audit ? withoutDatabase : notAudited);
  // The gateway that has the dock looks in its state for what became of it.
  if (known) await notify(trx, 'command_sent', line.dockOID);
  await audit?.write(trx, auditRowOf(line));
};

/** What the audit log keeps of a line that cannot become a command. */
const auditRowAlone = (line: JournalLine): AuditEntry => {
  const row = auditRowOf(line);
  return { ...row, detail: { ...row.detail, reason: 'notKept' } };
};

/** @returns false when the row of the audit log is refused for its own data as well */
const storeRowAlone = async (db: Db, audit: AuditLog, line: JournalLine): Promise<boolean> => {
  try {
    await db.transaction().execute((trx) => audit.write(trx, auditRowAlone(line)));
    return true;
  } catch (error) {
    if (isDataRefused(error)) return false;
    throw error;
  }
};

/**
 * Makes a command of a line of the journal, with its row of the audit log. When the log takes no rows, what people see
 * of it does not wait for that; it rejects all the same, so that the line is kept for the row's sake. A line that the
 * database refuses for its own data, such as its dock being gone, leaves no more than its row: trying again would
 * keep it for ever.
 */
export const storeLine = async (
  db: Db,
  audit: AuditLog,
  line: JournalLine,
): Promise<'stored' | 'rowAlone' | 'leftOut'> => {
  try {
    await db.transaction().execute((trx) => storeIn(trx, line, audit));
    return 'stored';
  } catch (error) {
    if (isDataRefused(error)) return (await storeRowAlone(db, audit, line)) ? 'rowAlone' : 'leftOut';
    if (isAuditBlocked(error)) await db.transaction().execute((trx) => storeIn(trx, line, null));
    throw error;
  }
};
