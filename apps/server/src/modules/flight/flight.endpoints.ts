import { blockingItems, flightCalls } from '@eyrie/domain';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { serveList, type ListDeps } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import {
  createArranging,
  createLookFromNow,
  createVerdictNow,
  type ArrangingDependencies,
} from './flight.arrange.ts';
import { editFlight } from './flight.edit.ts';
import { createFlightLook } from './flight.look.ts';
import { flightTrack } from './flight.progress.store.ts';
import { flightKeepingEndpoints } from './flight.keeping.ts';
import { createFlightList } from './flight.service.ts';
import { trackFeature } from './flight.track.ts';
import { choiceEndpoints } from './flight.choices.endpoints.ts';
import { checklistEndpoints } from './checklist.ts';
import { seriesEndpoints } from './flight.series.ts';
import { waiverEndpoints } from './waiver.endpoints.ts';

export interface FlightEndpointDependencies extends ArrangingDependencies {
  department: ListDeps['department'];
}

// Pictures and films of a flight are the media's to serve.
const { media: _media, preview: _preview, ...calls } = flightCalls;

export const flightEndpoints = (runtime: Runtime, deps: FlightEndpointDependencies): Endpoint[] => {
  const list = createFlightList(runtime, deps);
  const look = createFlightLook(runtime, deps.routeFlown);
  const arrange = createArranging(runtime, deps, look);
  const lookFromNow = createLookFromNow(deps, look);
  const verdictNow = createVerdictNow(deps, look);
  /** @throws Refusal `notFound`, also for a flight that the caller does not see */
  const find = async (oid: string, context: CallContext) => {
    const row = await list.find(context, oid);
    if (!row) throw notFound();
    return row;
  };
  const served = serveList(calls, list, {
    async add(request, context) {
      return list.get(await arrange(request, context), context);
    },
    async edit(request, context) {
      const { oid } = await find(request.oid, context);
      const dockOID = await editFlight(runtime, deps, request, context);
      await lookFromNow(oid, dockOID, context);
      return list.get(oid, context);
    },
    async gate({ oid }, context) {
      const now = await verdictNow(await find(oid, context), context);
      if (!now) throw new Refusal('dockOffline');
      const { items } = now;
      return { ready: blockingItems(items).length === 0, items };
    },
    async track({ oid }, context) {
      const row = await find(oid, context);
      return trackFeature(await flightTrack(runtime.db, row.oid));
    },
  });
  return [
    ...served,
    ...seriesEndpoints(runtime, deps, { list, look }),
    ...waiverEndpoints(runtime, deps),
    ...checklistEndpoints(runtime, deps),
    ...flightKeepingEndpoints(runtime, deps),
    ...choiceEndpoints(runtime, { audit: deps.audit, list }),
  ];
};
