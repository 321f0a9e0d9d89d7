import { deviceHealthCalls, limits, type HealthRecord, type ParsedRequestOf } from '@eyrie/domain';
import { explanationId } from '@eyrie/dji';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { allowedWords, createList, serveList } from '../../platform/list/index.ts';
import { createExport, noteOf, type LogDeps } from './device-health.service.ts';
import { clearHealth, openHealth } from './device-health.store.ts';
import { alarmList, standingAlarms } from './health-log.store.ts';
import { alarmColumns } from './log-table.ts';

const { get, edit, remove } = deviceHealthCalls;
type Add = ParsedRequestOf<typeof deviceHealthCalls.add>;
type Edit = ParsedRequestOf<typeof deviceHealthCalls.edit>;

/** What a driver reports stands as if a gateway had heard it. @returns the oid of the row. */
async function addAlarm(
  { runtime, audit, dockInScope, requireDriver }: LogDeps,
  request: Add,
  context: CallContext,
): Promise<string> {
  const { caller } = context;
  await requireDriver(caller);
  const dock = await dockInScope(caller, request.dockOID);
  const at = new Date(runtime.clock.wall());
  const { device, code, level, module = null, inTheSky, cleared } = request;
  const args = Object.fromEntries(
    [
      ['sensor_index', request.sensorIndex],
      ['component_index', request.componentIndex],
    ].filter(([, value]) => value !== undefined),
  ) as Record<string, number>;
  return runtime.db.transaction().execute(async (trx) => {
    const oid = cleared
      ? await clearHealth(trx, { dockOID: dock.oid, device, code, at })
      : await openHealth(trx, {
          oid: runtime.newOid(),
          groupRoot: dock.groupRoot,
          groupOID: dock.groupOID,
          dockOID: dock.oid,
          droneOID: device === 'drone' ? dock.droneOID : null,
          flightOID: null,
          heardOn: 'driver',
          device,
          item: { code, level, module, inTheSky, args },
          at,
        });
    // There is nothing to clear.
    if (!oid) throw notFound();
    await audit.done(trx, context, 'hms.add', { oid, dockOID: dock.oid, code, cleared });
    return oid;
  });
}

/** The calls of the log of alarms. */
export function alarmEndpoints(deps: LogDeps): Endpoint[] {
  const list = createList<typeof alarmList, HealthRecord, never, Edit>(
    {
      list: alarmList,
      word: 'hms',
      present: (rows, { caller }) =>
        rows.map((row) => ({
          ...row,
          explanation: explanationId('health', row.code, row.inTheSky),
          allowed: allowedWords(caller.resources, [get, edit, remove]),
        })),
      change: (_trx, _row, request, context) => noteOf(deps, request, context),
      edited: ({ oid }, { note }) => ({ oid, note }),
    },
    deps,
  );
  return serveList(deviceHealthCalls, list, {
    standing: async (_, { caller }) => {
      const { standingMost } = limits.deviceHealth;
      const found = await standingAlarms(deps.runtime.db, caller);
      return { list: found.slice(0, standingMost), more: found.length > standingMost };
    },
    add: async (request, context) => list.get(await addAlarm(deps, request, context), context),
    export: createExport(deps, list, { columns: alarmColumns, word: 'hms', title: 'deviceHealth.alarms' }),
  });
}
