import { createHash } from 'node:crypto';
import { commandRules, type CommandState } from '@eyrie/domain';
import { isDataRefused } from '../../platform/postgres/index.ts';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';
import type { AuditEntry, AuditLog } from '../audit-log/index.ts';
import { isAuditBlocked } from './command.audit.ts';
import { commandByOid, insertCommand, moveCommand, notify, setDetail } from './command.store.ts';
import type { JournalLine } from './emergency.journal.ts';

/** Detail of a command that was sent without the database. */
export const withoutDatabase = 'withoutDatabase';
const notAudited = 'withoutDatabase, not in the audit log yet';

/** The moment of the answer is not known, only that it came after the send, ms. */
const answeredAfter = 1_000;
/** States of a row that was drafted before the database failed, while its message was sent by the emergency way. */
const notSentByGateway: readonly CommandState[] = ['drafted', 'authorised', 'expired', 'failed'];

const receiptOf = ({ atReceipt }: JournalLine): { atReceipt?: true } => (atReceipt ? { atReceipt } : {});

const insertLine = (trx: DbOrTrx, line: JournalLine): Promise<boolean> =>
  insertCommand(trx, {
    oid: line.commandOID,
    groupRoot: line.groupRoot,
    dockOID: line.dockOID,
    flightOID: null,
    method: line.method,
    key: line.key,
    arguments: { emergency: true, withoutDatabase: true, ...receiptOf(line) },
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
  detail: { commandOID: line.commandOID, withoutDatabase: true, at: line.at, ...receiptOf(line) },
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
  // The command was stored before without its audit row: the journal kept the line for that row.
  const auditPending = known && (await commandByOid(trx, line.commandOID))?.detail === notAudited;
  if (!fresh && !moved && !auditPending) return;
  await setDetail(trx, line.commandOID, audit ? withoutDatabase : notAudited);
  // The gateway that owns the dock watches its state for the outcome.
  if (known) await notify(trx, 'command_sent', line.dockOID);
  await audit?.write(trx, auditRowOf(line));
};

/** The audit row of a line that cannot become a command. */
const auditOnlyRow = (line: JournalLine): AuditEntry => {
  const row = auditRowOf(line);
  return { ...row, detail: { ...row.detail, reason: 'notKept' } };
};

/** @returns false when the database refuses the data of the audit row as well */
const storeAuditRowOnly = async (db: Db, audit: AuditLog, line: JournalLine): Promise<boolean> => {
  try {
    await db.transaction().execute((trx) => audit.write(trx, auditOnlyRow(line)));
    return true;
  } catch (error) {
    if (isDataRefused(error)) return false;
    throw error;
  }
};

/**
 * Makes a command and its audit row of a journal line. When the audit log refuses rows, the command is stored for
 * people to see; it rejects all the same, so that the line is kept for its row. A line whose data the database
 * refuses, such as one of a dock that is gone, leaves only its audit row: trying again would keep it for ever.
 */
export const storeLine = async (
  db: Db,
  audit: AuditLog,
  line: JournalLine,
): Promise<'stored' | 'auditRowOnly' | 'refused'> => {
  try {
    await db.transaction().execute((trx) => storeIn(trx, line, audit));
    return 'stored';
  } catch (error) {
    if (isDataRefused(error)) return (await storeAuditRowOnly(db, audit, line)) ? 'auditRowOnly' : 'refused';
    if (isAuditBlocked(error)) await db.transaction().execute((trx) => storeIn(trx, line, null));
    throw error;
  }
};
