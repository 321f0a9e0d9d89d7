import { dockCalls } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { serveList } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { dockDueBy, eventsOf, upkeepNow } from '../device/index.ts';
import { heldParameters } from './dock-parameter.store.ts';
import { reportedBy } from './dock-reported.ts';
import { serveDockTable } from './dock.table.ts';
import type { DockServiceDependencies } from './dock.dependencies.ts';
import { createDockService } from './dock.service.ts';

export const dockEndpoints = (runtime: Runtime, deps: DockServiceDependencies): Endpoint[] => {
  const { list, ...docks } = createDockService(runtime, deps);
  const reported = (oid: string) => reportedBy(runtime.db, oid, runtime.clock.wall());
  return serveList(dockCalls, list, {
    ...serveDockTable(runtime, deps, list),
    async add(request, context) {
      const { oid, ...access } = await docks.add(request, context);
      return { ...(await list.get(oid, context)), ...access, broker: deps.brokerUrl() };
    },
    async remove({ oids }, context) {
      await docks.remove(oids, context);
      return { ok: true as const };
    },
    async retire({ oids }, context) {
      await docks.retire(oids, context);
      return { ok: true as const };
    },
    async reinstate({ oids }, context) {
      await docks.reinstate(oids, context);
      return { ok: true as const };
    },
    async maintain(request, context) {
      await docks.maintain(request, context);
      return list.get(request.oid, context);
    },
    async upkeep({ oid }, context) {
      const { groupRoot } = await list.get(oid, context);
      return {
        upkeep: await upkeepNow(runtime.db, { kind: 'dock', oid, groupRoot }),
        dueBy: await dockDueBy(runtime.db, oid),
      };
    },
    async events({ oid }, context) {
      await list.get(oid, context);
      return { list: await eventsOf(runtime.db, oid) };
    },
    async search({ keyword }, context) {
      const found = await list.query({ keyword, standing: 'inService', pageNum: 1, pageSize: 20 }, context);
      return { list: found.list };
    },
    async parameters({ oid }, context) {
      // Outside the scope there is no such dock.
      const { model } = await list.get(oid, context);
      return heldParameters(runtime.db, { oid, model });
    },
    async devices({ oid }, context) {
      await list.get(oid, context);
      return { list: (await reported(oid)).devices() };
    },
    async firmware({ oid }, context) {
      await list.get(oid, context);
      return { list: (await reported(oid)).firmware() };
    },
    async psdk({ oid }, context) {
      await list.get(oid, context);
      return (await reported(oid)).psdk();
    },
    async inFlight({ oid }, context) {
      await list.get(oid, context);
      return (await reported(oid)).inFlight();
    },
    windLimitGet: async ({ oid }, context) => ({ windLimit: (await list.get(oid, context)).windLimit }),
    async windLimitSet({ oid, windLimit }, context) {
      await docks.setWindLimit(oid, windLimit, context);
      return { windLimit };
    },
  });
};
