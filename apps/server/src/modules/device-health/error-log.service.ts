import { flightErrorCalls, type ErrorRecord, type ParsedRequestOf } from '@eyrie/domain';
import { explanationId } from '@eyrie/dji';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { allowedWords, createList, serveList } from '../../platform/list/index.ts';
import { createExport, noteOf, type LogDeps } from './device-health.service.ts';
import { exceptionList, insertErrors } from './error-log.store.ts';
import { errorColumns } from './log-table.ts';

const { get, edit, remove } = flightErrorCalls;
type Add = ParsedRequestOf<typeof flightErrorCalls.add>;
type Edit = ParsedRequestOf<typeof flightErrorCalls.edit>;

/** What a driver reports. @returns the oid of the row. */
async function addException(
  { runtime, audit, dockInScope, requireFlight, requireDriver }: LogDeps,
  request: Add,
  context: CallContext,
): Promise<string> {
  const { caller } = context;
  await requireDriver(caller);
  const dock = await dockInScope(caller, request.dockOID);
  if (request.flightOID) await requireFlight(caller, request.flightOID, dock.oid);
  const oid = runtime.newOid();
  await runtime.db.transaction().execute(async (trx) => {
    await insertErrors(trx, [
      {
        oid,
        group_root: dock.groupRoot,
        group_oid: dock.groupOID,
        dock_oid: dock.oid,
        drone_oid: dock.droneOID,
        flight_oid: request.flightOID ?? null,
        at: new Date(runtime.clock.wall()),
        family: request.family,
        code: request.code,
        source: 'driver',
        method: request.method ?? null,
        level: request.level,
        module: request.module ?? null,
        in_the_sky: request.inTheSky,
        detail: JSON.stringify(request.remark ? { remark: request.remark } : {}),
      },
    ]);
    const detail = { oid, dockOID: dock.oid, family: request.family, code: request.code };
    await audit.done(trx, context, 'deviceException.add', detail);
  });
  return oid;
}

/** The calls of the log of exceptions. */
export function exceptionEndpoints(deps: LogDeps): Endpoint[] {
  const list = createList<typeof exceptionList, ErrorRecord, never, Edit>(
    {
      list: exceptionList,
      word: 'deviceException',
      present: (rows, { caller }) =>
        rows.map((row) => ({
          ...row,
          explanation: explanationId(row.family, row.code, row.inTheSky),
          allowed: allowedWords(caller.resources, [get, edit, remove]),
        })),
      change: (_trx, _row, request, context) => noteOf(deps, request, context),
      edited: ({ oid }, { note }) => ({ oid, note }),
    },
    deps,
  );
  return serveList(flightErrorCalls, list, {
    add: async (request, context) => list.get(await addException(deps, request, context), context),
    export: createExport(deps, list, {
      columns: errorColumns,
      word: 'deviceException',
      title: 'deviceHealth.exceptions',
    }),
  });
}
