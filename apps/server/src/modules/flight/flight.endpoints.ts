import { blockingItems, flightCalls, type GateItem, type RouteRecord } from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { auditedCaller, type AuditLog } from '../audit-log/index.ts';
import type { DockIdentity } from '../dock/index.ts';
import {
  countFlights,
  flightForCaller,
  presentFlight,
  queryFlights,
  type FlightQuery,
} from './flight.list.store.ts';
import { deleteFlights, flightTrack, holdTask, insertFlight } from './flight.store.ts';

export interface FlightEndpointDependencies {
  audit: AuditLog;
  /** Refuses with notFound unless the department is the caller's own or below it. */
  requireDepartment(caller: Caller, groupOID: string): Promise<void>;
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
  /** The route inside the caller's scope, held against deletion until the transaction ends; or refuses. */
  routeForFlight(
    trx: DbOrTrx,
    caller: Caller,
    oid: string,
  ): Promise<Pick<RouteRecord, 'oid' | 'name' | 'checksum' | 'waypointCount' | 'warnings'>>;
  /** Makes the manual task of a flight that names none. */
  ensureManualTask(trx: DbOrTrx, caller: Caller, name: string): Promise<string>;
  /** Asks the gateway that owns the dock how the gate stands now; null when none answers. */
  gateNow(flightOID: string, dockOID: string): Promise<GateItem[] | null>;
}

export const flightEndpoints = (runtime: Runtime, deps: FlightEndpointDependencies): Endpoint[] => {
  const { db } = runtime;
  const load = async (caller: Caller, oid: string) => {
    const row = await flightForCaller(db, caller, oid);
    if (!row) throw notFound();
    return row;
  };
  const page = async (
    { caller, language }: CallContext,
    request: FlightQuery & { pageNum: number; pageSize: number },
  ) => ({
    list: (await queryFlights(db, caller, request)).map((row) =>
      presentFlight(row, caller.resources, language),
    ),
    total: await countFlights(db, caller, request),
    pageNum: request.pageNum,
    pageSize: request.pageSize,
  });
  const log = (
    trx: DbOrTrx,
    context: CallContext,
    action: string,
    dockOID: string | null,
    detail: Record<string, unknown>,
  ) => deps.audit.write(trx, { ...auditedCaller(context), dockOID, action, outcome: 'done', detail });

  return [
    serve(flightCalls.query, (request, context) => page(context, request)),
    serve(flightCalls.query4Dep, async (request, context) => {
      await deps.requireDepartment(context.caller, request.groupOID);
      return page(context, request);
    }),
    serve(flightCalls.queryCount, async (request, { caller }) => ({
      count: await countFlights(db, caller, request),
    })),
    serve(flightCalls.get, async (request, { caller, language }) =>
      presentFlight(await load(caller, request.oid), caller.resources, language),
    ),
    serve(flightCalls.add, async (request, context) => {
      const { caller } = context;
      const dock = await deps.dockInScope(caller, request.dockOID);
      const oid = runtime.newOid();
      await db.transaction().execute(async (trx) => {
        // Route and task are held until the flight stands: neither can be deleted under it.
        const route = await deps.routeForFlight(trx, caller, request.routeOID);
        const blocked = route.warnings.find((warning) => warning.blocking);
        if (blocked) throw new Refusal('conflict', { data: { warning: blocked } });
        if (request.taskOID && !(await holdTask(trx, caller, request.taskOID))) throw notFound();
        const taskOID =
          request.taskOID ?? (await deps.ensureManualTask(trx, caller, request.taskName ?? route.name));
        await insertFlight(trx, {
          oid,
          groupRoot: caller.groupRoot,
          groupOID: dock.groupOID,
          taskOID,
          routeOID: route.oid,
          dockOID: dock.oid,
          routeChecksum: route.checksum,
          waypointCount: route.waypointCount,
          returnAltitude: request.returnAltitude,
          lostAction: request.lostAction,
          clarity: request.clarity,
          executorOID: caller.memberOID,
        });
        await log(trx, context, 'flight.add', dock.oid, {
          flightOID: oid,
          routeOID: route.oid,
          returnAltitude: request.returnAltitude,
          lostAction: request.lostAction,
        });
      });
      return presentFlight(await load(caller, oid), caller.resources, context.language);
    }),
    serve(flightCalls.remove, async (request, context) => {
      const rows = await Promise.all(request.oids.map((oid) => load(context.caller, oid)));
      const started = rows.filter((row) => row.state !== 'created');
      if (started.length > 0)
        throw new Refusal('conflict', {
          data: { oids: started.map((row) => row.oid), state: started[0]?.state },
        });
      await db.transaction().execute(async (trx) => {
        await deleteFlights(trx, request.oids, new Date(runtime.clock.wall()));
        await log(trx, context, 'flight.delete', null, { oids: request.oids });
      });
      return { ok: true as const };
    }),
    serve(flightCalls.gate, async (request, { caller }) => {
      const row = await load(caller, request.oid);
      const items = await deps.gateNow(row.oid, row.dock_oid);
      if (!items) throw new Refusal('dockOffline');
      return { ready: blockingItems(items).length === 0, items };
    }),
    serve(flightCalls.track, async (request, { caller }) => {
      const row = await load(caller, request.oid);
      const track = await flightTrack(db, row.oid);
      return {
        type: 'Feature' as const,
        geometry: {
          type: 'LineString' as const,
          coordinates: track.map((point) =>
            point.height === null ? [point.lng, point.lat] : [point.lng, point.lat, point.height],
          ),
        },
        properties: {
          times: track.map((point) => point.at),
          elevations: track.map((point) => point.elevation),
        },
      };
    }),
  ];
};
