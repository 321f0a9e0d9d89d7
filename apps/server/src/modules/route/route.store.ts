import { sql } from 'kysely';
import { limits, type RouteDetail, type RouteRecord } from '@eyrie/domain';
import {
  column,
  defineList,
  equals,
  keyword,
  reading,
  usedBy,
  versionOfRow,
  writing,
  usualSort,
  type DetailOf,
  type RowOf,
  ascending,
  descending,
} from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Look } from './look.ts';

/** A waiting or running flight holds its route; flights that are over keep theirs. */
const holding = sql<boolean>`flight.state <> 'over' and flight.deleted_at is null`;

export const routeList = defineList({
  table: 'route',
  scope: 'department',
  deletedAt: 'deleted_at',
  // Flights and the audit log name them for good.
  archive: { restoreWithin: limits.list.restoreWithin },
  name: 'name',
  unrecorded: ['warnings', 'look'],
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = route.group_oid)`,
    name: 'name',
    type: column<RouteRecord['type']>('type'),
    creationMethod: column<RouteRecord['creationMethod']>('creation_method'),
    waypointCount: 'waypoint_count',
    lines: column<RouteRecord['lines']>('lines'),
    length: 'length',
    duration: 'duration',
    flightTime: 'flight_time',
    speed: 'speed',
    heightMode: column<RouteRecord['heightMode']>('height_mode'),
    maxHeight: 'max_height',
    takeOffSecurityHeight: 'take_off_security_height',
    finishAction: column<RouteRecord['finishAction']>('finish_action'),
    droneModel: 'drone_model',
    warnings: column<RouteRecord['warnings']>('warnings'),
    checksum: 'checksum',
    remark: 'remark',
    number: 'number',
    createdByOID: 'created_by',
    createdBy: sql<string>`(select name from member where member.oid = route.created_by)`,
    createdAt: 'created_at',
    version: versionOfRow('route'),
    inUse: sql<boolean>`exists (select 1 from flight where flight.route_oid = route.oid and ${holding})`,
  },
  detail: {
    waypoints: column<RouteDetail['waypoints']>('waypoints'),
    objectKey: 'object_key',
    look: column<Look | null>('look'),
  },
  filters: { keyword: keyword('route.name'), type: equals('route.type') },
  sort: {
    ...usualSort('route'),
    length: [ascending('route.length')],
    '-length': [descending('route.length')],
  },
  order: '-createdAt',
  holds: [usedBy('flight', { column: 'route_oid', still: holding })],
});
export type StoredRoute = RowOf<typeof routeList>;
export type StoredRouteDetail = DetailOf<typeof routeList>;

export const routes = reading(routeList);
export const { insert: insertRoute, update: updateRoutes } = writing(routeList);

/** Keeps the route from being deleted until the transaction that uses it ends. */
export async function holdRoute(trx: DbOrTrx, oid: string): Promise<void> {
  await trx.selectFrom('route').select('oid').where('oid', '=', oid).forShare().execute();
}
