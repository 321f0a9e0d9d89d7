import { dockCalls, type DockRecord } from '@eyrie/domain';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { countDocks, getDock, queryDocks, type DockQuery } from './dock.list.store.ts';
import { createDockService, type DockServiceDependencies } from './dock.service.ts';
import { departmentVisible } from './dock.store.ts';

const allowedOn = (caller: Caller): string[] => [
  ...(caller.resources.has('dock:edit') ? ['edit', 'delete', 'windspeedSet'] : []),
  ...(caller.resources.has('dock:control')
    ? [
        'leaseTake',
        'leaseAsk',
        'flightPause',
        'flightResume',
        'returnHome',
        'returnHomeCancel',
        'hover',
        'forceEndJob',
      ]
    : []),
  ...(caller.resources.has('dock:emergency') && !caller.resources.has('dock:control')
    ? ['returnHome', 'hover']
    : []),
  ...(caller.resources.has('dock:override') ? ['leaseOverride'] : []),
  ...(caller.resources.has('flight:start') ? ['startJob'] : []),
  ...(caller.resources.has('video:watch') || caller.resources.has('dock:control')
    ? ['startLive', 'stopLive', 'switchQuality']
    : []),
];

export const dockEndpoints = (runtime: Runtime, deps: DockServiceDependencies): Endpoint[] => {
  const { db } = runtime;
  const docks = createDockService(runtime, deps);

  const load = async (caller: Caller, oid: string): Promise<DockRecord> => {
    const record = await getDock(db, caller, oid, allowedOn(caller));
    if (!record) throw notFound();
    return record;
  };
  const page = async (caller: Caller, request: DockQuery & { pageNum: number; pageSize: number }) => ({
    list: await queryDocks(db, caller, request, allowedOn(caller)),
    total: await countDocks(db, caller, request),
    pageNum: request.pageNum,
    pageSize: request.pageSize,
  });

  return [
    serve(dockCalls.query, (request, { caller }) => page(caller, request)),
    serve(dockCalls.queryCount, async (request, { caller }) => ({
      count: await countDocks(db, caller, request),
    })),
    serve(dockCalls.query4Dep, async (request, { caller }) => {
      if (!(await departmentVisible(db, caller, request.groupOID))) throw notFound();
      return page(caller, request);
    }),
    serve(dockCalls.get, (request, { caller }) => load(caller, request.oid)),
    serve(dockCalls.add, async (request, context) => {
      const { oid, secret } = await docks.add(request, context);
      return { ...(await load(context.caller, oid)), secret, broker: deps.brokerUrl() };
    }),
    serve(dockCalls.edit, async (request, context) => {
      await load(context.caller, request.oid);
      await docks.edit(request, context);
      return load(context.caller, request.oid);
    }),
    serve(dockCalls.remove, async ({ oids }, context) => {
      await docks.remove(oids, context);
      return { ok: true as const };
    }),
    serve(dockCalls.windLimitGet, async (request, { caller }) => ({
      windLimit: (await load(caller, request.oid)).windLimit,
    })),
    serve(dockCalls.windLimitSet, async ({ oid, windLimit }, context) => {
      await load(context.caller, oid);
      await docks.setWindLimit(oid, windLimit, context);
      return { windLimit };
    }),
  ];
};
