import { dayIn, limits, type TableFormat } from '@eyrie/domain';
import type { BytesAnswer, CallContext, Caller } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import { exportRows, type ExportColumn } from '../../platform/list/index.ts';
import { tableAnswer } from '../../platform/table/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { DockIdentity } from '../dock/index.ts';

export interface LogDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime' | 'clock'>;
  audit: AuditLog;
  department: Pick<DepartmentRoom, 'requireVisible'>;
  /** IANA name of an organisation's time zone. */
  timeZoneOf(groupRoot: string): Promise<string>;
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
  requireFlight(caller: Caller, flightOID: string, dockOID: string): Promise<void>;
  /** @throws Refusal `deviceOnly` unless the caller is the account of a device driver. */
  requireDriver(caller: Caller): Promise<void>;
}

/** What an edit writes: the note of what was done, and who wrote it. */
export function noteOf(
  { runtime }: Pick<LogDeps, 'runtime'>,
  request: { note: string },
  { caller }: Pick<CallContext, 'caller'>,
) {
  const note = request.note.trim() || null;
  if (note === null) return { note, notedByOID: null, notedAt: null };
  return { note, notedByOID: caller.memberOID, notedAt: new Date(Math.round(runtime.serverTime())) };
}

interface Exported<Filter, Row> {
  pieces(
    context: CallContext,
    filter: Filter,
    bounds: { piece: number; most: number },
  ): AsyncIterable<readonly Row[]>;
}

/** A log as a table, with the clocks of the organisation. */
export const createExport =
  <Filter extends { groupOID?: string | undefined }, Row>(
    { runtime, audit, department, timeZoneOf }: LogDeps,
    log: Exported<Filter, Row>,
    { columns, word, title }: { columns: readonly ExportColumn<Row>[]; word: string; title: string },
  ) =>
  /** A row of the audit log before the first byte: what was taken out is known even if the reader hangs up. */
  async (
    { format, ...filter }: { format: TableFormat; groupOID?: string | undefined },
    context: CallContext,
  ): Promise<BytesAnswer> => {
    const { caller, language } = context;
    if (filter.groupOID) await department.requireVisible(caller, filter.groupOID);
    await audit.done(runtime.db, context, `${word}.export`, { format, filter });
    const { exportRows: most, exportPiece: piece } = limits.deviceHealth;
    const pieces = log.pieces(context, filter as Filter, { piece, most });
    const timeZone = await timeZoneOf(caller.groupRoot);
    const name = `${say(language, title)} ${dayIn(timeZone, runtime.clock.wall())}`;
    return tableAnswer(name, format, exportRows(columns, pieces, { language, timeZone }), timeZone);
  };

/** The check of who may report in the place of a device. */
export const requireService =
  (isService: (memberOID: string) => Promise<boolean>): LogDeps['requireDriver'] =>
  async (caller) => {
    if (!(await isService(caller.memberOID))) throw new Refusal('deviceOnly');
  };
