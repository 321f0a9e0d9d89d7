import {
  dockLogCalls,
  type CommandRecord,
  type DockLogRecord,
  type LogListing,
  type LogModule,
} from '@eyrie/domain';
import { errorMessage } from '@eyrie/dji';
import {
  BytesAnswer,
  serve,
  type CallContext,
  type Caller,
  type Endpoint,
  type Language,
} from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { faultMessage } from '../command/index.ts';
import type { DockIdentity } from '../dock/index.ts';
import type { LogEndings } from './dock-log.endings.ts';
import {
  listingOf,
  markDeleted,
  uploadForCaller,
  uploadsOfDock,
  type DockLogRow,
  type ShownUpload,
} from './dock-log.store.ts';

export interface DockLogEndpointDependencies {
  audit: AuditLog;
  objects: Pick<Objects, 'get'>;
  endings: Pick<LogEndings, 'clear'>;
  publish(groupRoot: string, dockOID: string): void;
  /** Finds a dock inside the caller's scope or refuses with notFound. */
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
  /** Spends the nonce of a confirmation inside the transaction or refuses. */
  spendNonce(
    trx: DbOrTrx,
    caller: Caller,
    dockOID: string,
    method: string,
    nonce: string | undefined,
  ): Promise<void>;
}

const present = (language: Language, row: ShownUpload): DockLogRecord => ({
  oid: row.oid,
  dockOID: row.dock_oid,
  commandOID: row.command_oid,
  module: row.module,
  state: row.state,
  percent: row.percent,
  step: row.step,
  size: row.size === null ? null : Number(row.size),
  bootIndexes: row.boot_indexes,
  startTime: row.start_time?.getTime() ?? null,
  endTime: row.end_time?.getTime() ?? null,
  fault: row.fault,
  code: row.code,
  message: faultMessage(language, 'dockLog.fault', row),
  askedBy: row.asked_by_name,
  createdAt: row.created_at.getTime(),
  heardAt: row.heard_at?.getTime() ?? null,
  changedAt: row.changed_at.getTime(),
});

/** What the order to list answers beside its record: of each module that was asked for. */
export const listingsAnswer =
  ({ db }: Pick<Runtime, 'db'>) =>
  async (
    { language }: Pick<CallContext, 'language'>,
    { commandOID }: CommandRecord,
    { modules }: { modules: readonly LogModule[] },
  ): Promise<{ listedAt: number | null; listings: LogListing[] }> => {
    const listing = await listingOf(db, commandOID);
    const listings = modules.map((module): LogListing => {
      const found = listing?.modules.find((one) => one.module === module);
      if (!found)
        return {
          module,
          state: 'missing',
          deviceSn: null,
          code: null,
          message: say(language, 'dockLog.missing'),
          starts: [],
        };
      const { deviceSn, result: code, starts } = found;
      return code === 0
        ? { module, state: 'listed', deviceSn, code, message: null, starts }
        : { module, state: 'refused', deviceSn, code, message: errorMessage(code, language), starts: [] };
    });
    return { listedAt: listing?.listed_at.getTime() ?? null, listings };
  };

export const dockLogEndpoints = (
  { db, serverTime, log }: Runtime,
  deps: DockLogEndpointDependencies,
): Endpoint[] => {
  const seen = async (caller: Caller, oid: string): Promise<DockLogRow> => {
    const row = await uploadForCaller(db, caller, oid);
    if (!row) throw notFound();
    return row;
  };
  return [
    serve(dockLogCalls.list, async ({ oid, pageNum, pageSize }, { caller, language }) => {
      const dock = await deps.dockInScope(caller, oid);
      const { rows, total } = await uploadsOfDock(db, caller, { dockOID: dock.oid, pageNum, pageSize });
      return { list: rows.map((row) => present(language, row)), total, pageNum, pageSize };
    }),

    serve(dockLogCalls.download, async ({ oid }, context) => {
      const row = await seen(context.caller, oid);
      const found = row.state === 'uploaded' ? await deps.objects.get(row.object_key) : null;
      if (!found) throw new Refusal('logNotUploaded');
      try {
        await deps.audit.done(db, context, 'dockLog.download', { oid, module: row.module }, row.dock_oid);
      } catch (error) {
        found.stream.destroy();
        throw error;
      }
      const headers = {
        'content-type': 'application/x-tar',
        'content-length': String(found.info.size),
        'content-disposition': `attachment; filename="${row.module}.tar"`,
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      };
      return new BytesAnswer(
        found.stream,
        headers,
        200,
        async (now) => (await uploadForCaller(db, now, oid)) !== undefined,
      );
    }),

    serve(dockLogCalls.remove, async ({ oid, nonce }, context) => {
      const row = await seen(context.caller, oid);
      await db.transaction().execute(async (trx) => {
        if (!(await markDeleted(trx, oid, new Date(Math.round(serverTime())))))
          throw new Refusal('logUploadOpen');
        await deps.spendNonce(trx, context.caller, row.dock_oid, 'logDelete', nonce);
        await deps.audit.done(trx, context, 'dockLog.delete', { oid, module: row.module }, row.dock_oid);
      });
      deps.publish(row.group_root, row.dock_oid);
      // What cannot be removed now is removed by the next look.
      await deps.endings
        .clear(row)
        .catch((error: unknown) => log.warn({ err: error }, 'deleted log files are still stored'));
      return { ok: true as const };
    }),
  ];
};
