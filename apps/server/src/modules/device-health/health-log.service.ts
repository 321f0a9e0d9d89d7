import { deviceHealthCalls, type HealthRecord, type ParsedRequestOf } from '@eyrie/domain';
import { codesSaying, explanationId } from '@eyrie/dji';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { allowedWords } from '../permission/index.ts';
import type { LogDeps } from './device-health.service.ts';
import { clearHealth, openHealth } from './device-health.store.ts';
import {
  healthConditions,
  healthTable,
  presentHealth,
  type HealthFilter,
  type HealthRow,
} from './health-log.store.ts';
import { coded, saying, scoped, type Wanted } from './log.store.ts';

const { get, edit, remove } = deviceHealthCalls;

/** The log of alarms: which rows a filter means, how one is shown, and what a driver reports. */
export const createHealthLog = ({ runtime, audit, dockInScope, requireDriver }: LogDeps) => ({
  table: healthTable,
  word: 'hms',
  wanted: (caller: Caller, filter: HealthFilter): Wanted => ({
    found: [...scoped(healthTable, caller, filter), ...coded(filter), ...healthConditions(filter)],
    searched: saying(filter.keyword, codesSaying('health', filter.keyword ?? '')),
  }),
  present: (caller: Caller, row: HealthRow): HealthRecord => ({
    ...presentHealth(row),
    explanation: explanationId('health', row.code, row.in_the_sky),
    allowed: allowedWords(caller.resources, [get, edit, remove]),
  }),
  /** What a driver reports stands as if a gateway had heard it. @returns the oid of the row. */
  async add(request: ParsedRequestOf<typeof deviceHealthCalls.add>, context: CallContext): Promise<string> {
    const { caller } = context;
    await requireDriver(caller);
    const dock = await dockInScope(caller, request.dockOID);
    const at = new Date(runtime.clock.wall());
    const { device, code, cleared } = request;
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
            item: {
              code,
              level: request.level,
              module: request.module ?? null,
              inTheSky: request.inTheSky,
              args,
            },
            at,
          });
      // There is nothing to clear.
      if (!oid) throw notFound();
      const detail = { oid, dockOID: dock.oid, code, cleared };
      await audit.done(trx, context, 'hms.add', detail);
      return oid;
    });
  },
});
