import { regionCalls, type AreaDock, type ParsedRequestOf } from '@eyrie/domain';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { serveList, serveTable, type Scope } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createRegionImport, type RegionImportDeps } from './region.import.ts';
import { impactOf } from './region.impact.ts';
import { regionDetail, type Add, type Edit } from './region.list.ts';
import { overSea } from './region.sea.ts';
import { drawnRegions, regionGroups, type RegionRow } from './region.store.ts';

export interface RegionEndpointDeps extends RegionImportDeps {
  /** How docks stand with the regions as their flight areas, and who changes that. */
  areas: {
    shown(scope: Scope, dockOID: string | undefined): Promise<AreaDock[]>;
    send(oids: readonly string[], context: CallContext): Promise<AreaDock[]>;
    erase(dock: { oid: string; name: string }, context: CallContext): Promise<AreaDock[]>;
  };
  timeZoneOf(groupRoot: string): Promise<string>;
}

const moment = (value: number | null): Date | null => (value === null ? null : new Date(value));

const tableOf = (
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>,
  { room, audit, timeZoneOf }: RegionEndpointDeps,
) =>
  serveTable<RegionRow, object, Add>(
    {
      word: 'region',
      title: 'permission./ZoneManagementPage',
      columns: [
        { field: 'name', heading: 'field.name', cell: ({ name }) => name },
        { field: 'kind', heading: 'region.kind', cell: ({ kind }) => kind },
        { field: 'shape', heading: 'region.shape', cell: ({ shape }) => shape },
        { field: 'group', heading: 'region.group', cell: ({ group }) => group },
        { field: 'groupName', heading: 'field.department', cell: ({ groupName }) => groupName },
        { field: 'length', heading: 'region.length', cell: ({ length }) => length },
        { field: 'perimeter', heading: 'region.perimeter', cell: ({ perimeter }) => perimeter },
        { field: 'area', heading: 'region.area', cell: ({ area }) => area },
        { field: 'floor', heading: 'region.floor', cell: ({ floor }) => floor },
        { field: 'ceiling', heading: 'region.ceiling', cell: ({ ceiling }) => ceiling },
        {
          field: 'heightReference',
          heading: 'region.heightReference',
          cell: ({ heightReference }) => heightReference,
        },
        {
          field: 'validFrom',
          heading: 'region.validFrom',
          cell: ({ validFrom }) => moment(validFrom),
          kind: 'moment',
        },
        {
          field: 'validUntil',
          heading: 'region.validUntil',
          cell: ({ validUntil }) => moment(validUntil),
          kind: 'moment',
        },
        { field: 'enabled', heading: 'region.enabled', cell: ({ enabled }) => String(enabled) },
        { field: 'remark', heading: 'region.remark', cell: ({ remark }) => remark },
      ],
      add: regionCalls.add,
      list: room.list,
    },
    { runtime, audit, timeZoneOf },
  );

/** The calls of regions and of what docks are given of them. */
export const regionEndpoints = (
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>,
  deps: RegionEndpointDeps,
): Endpoint[] => {
  const { room, areas } = deps;
  const { db } = runtime;
  const upload = createRegionImport(runtime, deps);
  const shownAfter = async (oid: string, context: CallContext) => regionDetail(db, context, oid);
  return serveList(regionCalls, room.list, {
    get: ({ oid }, context) => regionDetail(db, context, oid),
    async add(request: Add, context) {
      const { oid } = await room.list.add(request, context);
      await room.publishOf(context, 'added', [oid]);
      return shownAfter(oid, context);
    },
    async edit(request: Edit, context) {
      await room.list.edit(request, context);
      await room.publishOf(context, 'edited', [request.oid]);
      return shownAfter(request.oid, context);
    },
    async remove({ oids }, context) {
      await room.removeAll(oids, context);
      return { ok: true as const };
    },
    export: tableOf(runtime, deps).export,
    async shown({ bounds }: ParsedRequestOf<typeof regionCalls.shown>, { caller }) {
      const { list, leftOut } = await drawnRegions(db, caller, bounds);
      return { list: list.map(overSea), leftOut };
    },
    groups: async (_request, { caller }) => ({ list: await regionGroups(db, caller) }),
    impact: (request, context) => impactOf(db, request, context),
    upload,
    areas: async ({ dockOID }, { caller }) => ({ list: await areas.shown(caller, dockOID) }),
    sendAreas: async ({ oids }, context) => ({ list: await areas.send(oids, context) }),
    eraseAreas: async ({ oid, name }, context) => ({ list: await areas.erase({ oid, name }, context) }),
  });
};
