import { limits, type ParsedRequestOf, type auditLogCalls } from '@eyrie/domain';
import type { BytesAnswer, CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import type { Db } from '../../platform/runtime.ts';
import { tableAnswer, zonedHeading, type Cell } from '../../platform/table/index.ts';
import type { AuditLog } from './audit-log.service.ts';
import {
  auditAfter,
  countAudit,
  type AuditCursor,
  type AuditFilter,
  type AuditScope,
  type UnnamedRecord,
} from './audit-query.store.ts';

const columns: readonly (readonly [phrase: string, cell: (row: UnnamedRecord) => Cell])[] = [
  ['auditLog.place', (row) => row.place],
  // What is compared with other systems' logs needs no zone to be known.
  ['auditLog.utc', (row) => new Date(row.at).toISOString()],
  ['auditLog.time', (row) => new Date(row.at)],
  ['auditLog.member', (row) => row.member?.name ?? null],
  ['auditLog.account', (row) => row.member?.account ?? null],
  ['auditLog.action', (row) => row.action],
  ['auditLog.outcome', (row) => row.outcome],
  ['auditLog.dock', (row) => row.dock?.name ?? null],
  ['auditLog.sn', (row) => row.dock?.sn ?? null],
  ['auditLog.address', (row) => row.address],
  ['auditLog.session', (row) => row.sessionOID],
  ['auditLog.code', (row) => row.code],
  ['auditLog.leaseEpoch', (row) => row.leaseEpoch],
  ['auditLog.detail', (row) => JSON.stringify(row.detail)],
  ['auditLog.correlation', (row) => row.correlationId],
  ['auditLog.previousHash', (row) => row.previousHash],
  ['auditLog.hash', (row) => row.hash],
];

interface ExportDeps {
  db: Db;
  audit: AuditLog;
  /** IANA name of an organisation's time zone. */
  timeZoneOf(groupRoot: string): Promise<string>;
}

/** The heading, then every row that matches, newest first, read piece by piece as the file is written. */
async function* tableRows(
  db: Db,
  scope: AuditScope,
  filter: AuditFilter,
  heading: readonly string[],
): AsyncGenerator<readonly Cell[]> {
  yield heading;
  let cursor: AuditCursor | null = null;
  let written = 0;
  do {
    const piece: Awaited<ReturnType<typeof auditAfter>> = await auditAfter(
      db,
      scope,
      filter,
      cursor,
      limits.audit.exportPiece,
    );
    for (const row of piece.rows) {
      if (written === limits.audit.exportRows) return;
      yield columns.map(([, cell]) => cell(row));
      written += 1;
    }
    cursor = piece.next;
  } while (cursor);
}

/**
 * The rows that match as a file in the caller's language; times are in UTC and on the clocks of the organisation.
 * @throws Refusal tableTooLong when more match than a file may have: nothing is left out in silence.
 */
export async function auditExport(
  { db, audit, timeZoneOf }: ExportDeps,
  scope: AuditScope,
  { format, ...filter }: ParsedRequestOf<typeof auditLogCalls.export>,
  context: CallContext,
): Promise<BytesAnswer> {
  const { groupRoot } = context.caller;
  const rows = await countAudit(db, scope, filter);
  const max = limits.audit.exportRows;
  if (rows > max) throw new Refusal('tableTooLong', { values: { max } });
  // Before the first byte: what leaves the house has been written down.
  await audit.done(db, context, 'auditLog.export', { ...filter, format, rows });
  const timeZone = await timeZoneOf(groupRoot);
  const heading = columns.map(([phrase]) => {
    const name = say(context.language, phrase);
    return phrase === 'auditLog.time' ? zonedHeading(name, timeZone) : name;
  });
  return tableAnswer(
    say(context.language, 'auditLog.title'),
    format,
    tableRows(db, scope, filter, heading),
    timeZone,
  );
}
