import { limits, type ParsedRequestOf, type auditLogCalls } from '@eyrie/domain';
import type { BytesAnswer, CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import type { Db } from '../../platform/runtime.ts';
import { exportRows, type ExportColumn } from '../../platform/list/index.ts';
import { tableAnswer } from '../../platform/table/index.ts';
import type { AuditLog } from './audit-log.service.ts';
import { auditOf, type AuditScope, type UnnamedRecord } from './audit-query.store.ts';

const columns: readonly ExportColumn<UnnamedRecord>[] = [
  ['auditLog.chain', (row) => row.chain],
  ['auditLog.place', (row) => row.place],
  // What is compared with other systems' logs needs no zone to be known.
  ['auditLog.utc', (row) => new Date(row.at).toISOString()],
  ['field.time', (row) => new Date(row.at), 'moment'],
  ['field.member', (row) => row.member?.name ?? null],
  ['field.account', (row) => row.member?.account ?? null],
  ['auditLog.action', (row) => row.action],
  ['auditLog.outcome', (row) => row.outcome],
  ['field.dock', (row) => row.dock?.name ?? null],
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
  const { caller, language } = context;
  const found = auditOf(db, caller, scope, filter);
  const rows = await found.count();
  const { exportRows: max, exportPiece: piece } = limits.audit;
  if (rows > max) throw new Refusal('tableTooLong', { values: { max } });
  // Before the first byte: what leaves the house has been written down.
  await audit.done(db, context, 'auditLog.export', { ...filter, format, rows });
  const timeZone = await timeZoneOf(caller.groupRoot);
  const pieces = found.pieces({ piece, most: max });
  return tableAnswer(
    say(language, 'auditLog.title'),
    format,
    exportRows(columns, pieces, { language, timeZone }),
    timeZone,
  );
}
