import { blockingItems, flightCalls, type GateItem } from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { countFlights, presentFlight, queryFlights, type FlightQuery } from './flight.list.store.ts';
import { addFlight, removeFlights, requireFlight, type FlightServiceDependencies } from './flight.service.ts';
import { flightTrack } from './flight.progress.store.ts';
import { trackFeature } from './flight.track.ts';

export interface FlightEndpointDependencies extends FlightServiceDependencies {
  /** Refuses with notFound unless the department is the caller's own or below it. */
  requireDepartment(caller: Caller, groupOID: string): Promise<void>;
  /** Asks the gateway that owns the dock how the gate stands now; null when none answers. */
  gateNow(flightOID: string, dockOID: string): Promise<GateItem[] | null>;
}

export const flightEndpoints = (runtime: Runtime, deps: FlightEndpointDependencies): Endpoint[] => {
  const { db } = runtime;
  const show = async ({ caller, language }: CallContext, oid: string) =>
    presentFlight(await requireFlight(db, caller, oid), caller.resources, language);
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

  return [
    serve(flightCalls.query, (request, context) => page(context, request)),
    serve(flightCalls.query4Dep, async (request, context) => {
      await deps.requireDepartment(context.caller, request.groupOID);
      return page(context, request);
    }),
    serve(flightCalls.queryCount, async (request, { caller }) => ({
      count: await countFlights(db, caller, request),
    })),
    serve(flightCalls.get, ({ oid }, context) => show(context, oid)),
    serve(flightCalls.add, async (request, context) =>
      show(context, await addFlight(runtime, deps, request, context)),
    ),
    serve(flightCalls.remove, async ({ oids }, context) => {
      await removeFlights(runtime, deps, oids, context);
      return { ok: true as const };
    }),
    serve(flightCalls.gate, async (request, { caller }) => {
      const row = await requireFlight(db, caller, request.oid);
      const items = await deps.gateNow(row.oid, row.dock_oid);
      if (!items) throw new Refusal('dockOffline');
      return { ready: blockingItems(items).length === 0, items };
    }),
    serve(flightCalls.track, async (request, { caller }) => {
      const row = await requireFlight(db, caller, request.oid);
      return trackFeature(await flightTrack(db, row.oid));
    }),
  ];
};
