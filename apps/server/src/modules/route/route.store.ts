import { sql } from 'kysely';
import type { ParsedRequestOf, RouteDetail, RouteRecord, routeCalls } from '@eyrie/domain';
import { droneModels } from '@eyrie/wpml';
import type { Caller } from '../../platform/http/endpoint.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import type { ParsedRoute } from './parsed-route.ts';

export type RouteFilter = Omit<Partial<ParsedRequestOf<typeof routeCalls.query4Dep>>, 'pageNum' | 'pageSize'>;
export interface Page {
  pageNum: number;
  pageSize: number;
}

/** A record without `allowed`, and whether a waiting or running flight uses the route. */
export type StoredRoute = Omit<RouteRecord, 'allowed'> & { inUse: boolean };

const orders = {
  name: sql`route.name, route.oid`,
  createdAt: sql`route.created_at, route.oid`,
  '-createdAt': sql`route.created_at desc, route.oid`,
  length: sql`route.length, route.oid`,
  '-length': sql`route.length desc, route.oid`,
} as const;

const visible = (db: DbOrTrx, caller: Caller, filter: RouteFilter) =>
  db
    .selectFrom('route')
    .where('route.deleted_at', 'is', null)
    .where('route.group_root', '=', caller.groupRoot)
    .where(inScope('route.group_oid', caller, filter.groupOID))
    .$if(Boolean(filter.keyword), (query) => query.where(holdsWord('route.name', filter.keyword ?? '')));

const columns = [
  'route.oid',
  'route.group_oid',
  'route.group_root',
  'route.name',
  'route.type',
  'route.creation_method',
  'route.waypoint_count',
  'route.length',
  'route.duration',
  'route.speed',
  'route.height_mode',
  'route.max_height',
  'route.take_off_security_height',
  'route.finish_action',
  'route.drone_model',
  'route.warnings',
  'route.checksum',
  'route.remark',
  'route.created_by',
  'route.created_at',
] as const;

/** Names and use are looked up for the rows of the page alone. */
const named = [
  sql<string>`(select name from department where department.oid = route.group_oid)`.as('group_name'),
  sql<string>`(select name from member where member.oid = route.created_by)`.as('created_by_name'),
  sql<boolean>`exists (select 1 from flight where flight.route_oid = route.oid and flight.state <> 'over'
    and flight.deleted_at is null)`.as('in_use'),
] as const;

const recordColumns = [...columns, ...named] as const;
const recordByOid = (db: DbOrTrx, caller: Caller, oid: string) =>
  visible(db, caller, {}).where('route.oid', '=', oid).select(recordColumns);
type Row = Awaited<ReturnType<ReturnType<typeof recordByOid>['execute']>>[number];

const present = (row: Row): StoredRoute => ({
  oid: row.oid,
  groupOID: row.group_oid,
  groupRoot: row.group_root,
  groupName: row.group_name,
  name: row.name,
  type: row.type as RouteRecord['type'],
  creationMethod: row.creation_method as RouteRecord['creationMethod'],
  waypointCount: row.waypoint_count,
  length: row.length,
  duration: row.duration,
  speed: row.speed,
  heightMode: row.height_mode as RouteRecord['heightMode'],
  maxHeight: row.max_height,
  takeOffSecurityHeight: row.take_off_security_height,
  finishAction: row.finish_action as RouteRecord['finishAction'],
  droneModel: row.drone_model,
  droneModelName: modelName(row.drone_model),
  warnings: row.warnings as RouteRecord['warnings'],
  checksum: row.checksum,
  remark: row.remark,
  createdBy: row.created_by_name,
  createdAt: row.created_at.getTime(),
  inUse: row.in_use,
});

export const modelName = (key: string | null): string | null =>
  droneModels.find((model) => model.key === key)?.name ?? null;

/**
 * One page and the number of all rows that fit. A keyword has to be looked for in every row, so page and number
 * come from one pass; without one an index gives the page at once and the number is counted beside it.
 */
export async function pageOfRoutes(
  db: DbOrTrx,
  caller: Caller,
  filter: RouteFilter,
  page: Page,
): Promise<{ rows: StoredRoute[]; total: number }> {
  const order = orders[filter.sort ?? '-createdAt'];
  const hits = visible(db, caller, filter)
    .select('route.oid')
    .$if(Boolean(filter.keyword), (query) => query.select(sql<number>`count(*) over ()`.as('total')))
    .orderBy(order)
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize);
  const records = db
    .selectFrom(hits.as('hit'))
    .innerJoin('route', 'route.oid', 'hit.oid')
    .select(recordColumns)
    .select(filter.keyword ? 'hit.total' : sql<undefined>`null`.as('total'))
    .orderBy(order)
    .execute();
  if (!filter.keyword) {
    const [rows, total] = await Promise.all([records, countRoutes(db, caller, filter)]);
    return { rows: rows.map(present), total };
  }
  const rows = await records;
  // Behind the last page there is no row to carry the number.
  const beyond = rows.length === 0 && page.pageNum > 1;
  const total = beyond ? await countRoutes(db, caller, filter) : Number(rows[0]?.total ?? 0);
  return { rows: rows.map(present), total };
}

export async function countRoutes(db: DbOrTrx, caller: Caller, filter: RouteFilter): Promise<number> {
  const row = await visible(db, caller, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function routeByOid(
  db: DbOrTrx,
  caller: Caller,
  oid: string,
): Promise<(StoredRoute & Pick<RouteDetail, 'waypoints'> & { objectKey: string }) | undefined> {
  const row = await recordByOid(db, caller, oid)
    .select(['route.waypoints', 'route.object_key'])
    .executeTakeFirst();
  if (!row) return undefined;
  return { ...present(row), waypoints: row.waypoints as RouteDetail['waypoints'], objectKey: row.object_key };
}

export interface NewRoute extends ParsedRoute {
  oid: string;
  groupRoot: string;
  groupOID: string;
  name: string;
  remark: string;
  objectKey: string;
  checksum: string;
  createdBy: string;
  createdAt: Date;
}

export async function insertRoute(db: DbOrTrx, route: NewRoute): Promise<void> {
  await db
    .insertInto('route')
    .values({
      oid: route.oid,
      group_root: route.groupRoot,
      group_oid: route.groupOID,
      name: route.name,
      type: route.type,
      creation_method: route.creationMethod,
      object_key: route.objectKey,
      checksum: route.checksum,
      waypoint_count: route.waypointCount,
      length: route.length,
      duration: route.duration,
      speed: route.speed,
      height_mode: route.heightMode,
      max_height: route.maxHeight,
      take_off_security_height: route.takeOffSecurityHeight,
      finish_action: route.finishAction,
      drone_model: route.droneModel,
      warnings: JSON.stringify(route.warnings),
      waypoints: JSON.stringify(route.waypoints),
      remark: route.remark,
      created_by: route.createdBy,
      created_at: route.createdAt,
    })
    .execute();
}

/** @returns false when the route is not there or outside the scope. */
export async function updateRoute(
  db: DbOrTrx,
  caller: Caller,
  oid: string,
  change: { name?: string | undefined; remark?: string | undefined },
): Promise<boolean> {
  const result = await db
    .updateTable('route')
    // Naming a column also when nothing changes keeps the statement whole.
    .set({ oid, ...(change.name === undefined ? {} : { name: change.name }) })
    .$if(change.remark !== undefined, (query) => query.set({ remark: change.remark ?? '' }))
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where('group_root', '=', caller.groupRoot)
    .where(inScope('route.group_oid', caller))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Locks routes that the caller may see. New flights of them wait until the transaction ends. */
export const lockRoutes = (
  trx: DbOrTrx,
  caller: Caller,
  oids: readonly string[],
): Promise<{ oid: string; name: string }[]> =>
  visible(trx, caller, {})
    .select(['route.oid', 'route.name'])
    .where('route.oid', 'in', [...oids])
    .orderBy('route.oid')
    .forUpdate()
    .execute();

/** Routes that a waiting or running flight uses. Ask after locking: the lock may have waited for such a flight. */
export async function routesInUse(trx: DbOrTrx, oids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('flight')
    .select('route_oid')
    .distinct()
    .where('route_oid', 'in', [...oids])
    .where('state', '<>', 'over')
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.route_oid);
}

export async function markRoutesDeleted(trx: DbOrTrx, oids: readonly string[], at: Date): Promise<void> {
  await trx
    .updateTable('route')
    .set({ deleted_at: at })
    .where('oid', 'in', [...oids])
    .execute();
}

/** Keeps the route from being deleted until the transaction that uses it ends. */
export async function holdRoute(trx: DbOrTrx, oid: string): Promise<void> {
  await trx.selectFrom('route').select('oid').where('oid', '=', oid).forShare().execute();
}
