import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { DockIdentity } from '../dock/index.ts';
import { countLog, hideRows, readLog, sameOid, writeNote, type Wanted, type LogTable } from './log.store.ts';

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

/** What distinguishes one log from another. */
export interface Log<Filter, Row, Shown> {
  table: LogTable;
  /** Its name in the audit log. */
  word: string;
  wanted(caller: Caller, filter: Filter): Wanted;
  present(caller: Caller, row: Row): Shown;
}

/** Reading a log: its pages, its rows one by one, and piece by piece for an export. */
export const createLogReader = <
  Filter extends { groupOID?: string | undefined },
  Row extends { oid: string },
  Shown,
>(
  { runtime: { db }, department }: Pick<LogDeps, 'runtime' | 'department'>,
  log: Log<Filter, Row, Shown>,
) => {
  const allowed = async (caller: Caller, filter: Filter): Promise<void> => {
    if (filter.groupOID) await department.requireVisible(caller, filter.groupOID);
  };
  const count = async (caller: Caller, filter: Filter): Promise<number> =>
    countLog(db, log.table, log.wanted(caller, filter));
  return {
    count,
    async list(caller: Caller, request: Filter & { pageNum: number; pageSize: number }) {
      const { pageNum, pageSize } = request;
      await allowed(caller, request);
      const wanted = log.wanted(caller, request);
      const [rows, total] = await Promise.all([
        readLog<Row>(db, log.table, wanted, { limit: pageSize, offset: (pageNum - 1) * pageSize }),
        count(caller, request),
      ]);
      return { list: rows.map((row) => log.present(caller, row)), total, pageNum, pageSize };
    },
    async get(caller: Caller, oid: string): Promise<Shown> {
      const { found } = log.wanted(caller, {} as Filter);
      const wanted = { found: [...found, sameOid(oid)], searched: null };
      const [row] = await readLog<Row>(db, log.table, wanted, { limit: 1 });
      if (!row) throw notFound();
      return log.present(caller, row);
    },
    /** Rows piece by piece, so that a long export never stands in memory. */
    async *pieces(caller: Caller, filter: Filter, most: number, piece: number): AsyncGenerator<Shown[]> {
      const wanted = log.wanted(caller, filter);
      let left = most;
      let after: { at: Date; oid: string } | null = null;
      while (left > 0) {
        const rows: Row[] = await readLog<Row>(db, log.table, wanted, {
          limit: Math.min(piece, left),
          after,
        });
        yield rows.map((row) => log.present(caller, row));
        const last = rows.at(-1);
        if (!last || rows.length < piece) return;
        left -= rows.length;
        after = { at: (last as unknown as Record<string, Date>)[log.table.time] as Date, oid: last.oid };
      }
    },
    requireVisible: allowed,
  };
};

/** Handling of rows: the note of what was done, and hiding. */
export const createHandling = (
  { runtime, audit }: Pick<LogDeps, 'runtime' | 'audit'>,
  { table, word }: { table: { name: LogTable['name'] }; word: string },
) => {
  const name = table.name as 'device_health' | 'device_exception';
  return {
    async note(request: { oid: string; note: string }, context: CallContext): Promise<void> {
      const note = request.note.trim() === '' ? null : request.note.trim();
      await runtime.db.transaction().execute(async (trx) => {
        const change = { oid: request.oid, note, at: new Date(Math.round(runtime.serverTime())) };
        if (!(await writeNote(trx, name, context.caller, change))) throw notFound();
        const detail = { oid: request.oid, note };
        await audit.done(trx, context, `${word}.edit`, detail);
      });
    },
    /** All or none. */
    async hide(oids: readonly string[], context: CallContext): Promise<void> {
      const wanted = [...new Set(oids)];
      await runtime.db.transaction().execute(async (trx) => {
        const hidden = await hideRows(trx, name, context.caller, wanted, new Date(runtime.serverTime()));
        if (hidden !== wanted.length) throw notFound();
        const detail = { oids: wanted };
        await audit.done(trx, context, `${word}.delete`, detail);
      });
    },
  };
};

/** The check of who may report in the place of a device. */
export const requireService =
  (isService: (memberOID: string) => Promise<boolean>): LogDeps['requireDriver'] =>
  async (caller) => {
    if (!(await isService(caller.memberOID))) throw new Refusal('deviceOnly');
  };
