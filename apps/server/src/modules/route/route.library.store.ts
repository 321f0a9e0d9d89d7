import { sql } from 'kysely';
import type { RouteRecord, Waypoint } from '@eyrie/domain';
import { inScope, type Scope } from '../../platform/list/index.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface LibraryQuery {
  pageNum: number;
  pageSize: number;
  order: { by: 'name' | 'createdAt'; descending: boolean };
  /** Null: marked or not. */
  favourite: boolean | null;
  keyword: string;
  types: readonly string[] | null;
  droneModels: readonly string[] | null;
}

export interface LibraryRow {
  oid: string;
  name: string;
  type: RouteRecord['type'];
  droneModel: string | null;
  objectKey: string;
  favourite: boolean;
  createdBy: string;
  createdAt: Date;
  start: Pick<Waypoint, 'lng' | 'lat'> | null;
}

const favourite = (memberOID: string) =>
  sql<boolean>`exists (select 1 from route_favourite mark
    where mark.route_oid = route.oid and mark.member_oid = ${memberOID}::uuid)`;

const ofAny = (column: string, values: readonly string[] | null) =>
  values === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...values]}::text[])`;

/** One page of the routes that a member sees, and how many there are. */
export async function libraryPage(
  db: DbOrTrx,
  scope: Scope & { memberOID: string },
  query: LibraryQuery,
): Promise<{ rows: LibraryRow[]; total: number }> {
  const marked = favourite(scope.memberOID);
  const conditions = sql`route.deleted_at is null and ${inScope('route.group_oid', scope)}
    and ${ofAny('route.type', query.types)} and ${ofAny('route.drone_model', query.droneModels)}
    and ${query.favourite === null ? sql`true` : sql`${marked} = ${query.favourite}`}
    and ${query.keyword.trim() === '' ? sql`true` : holdsWord('route.name', query.keyword)}`;
  const by = sql.ref(query.order.by === 'name' ? 'route.name' : 'route.created_at');
  const direction = query.order.descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<LibraryRow>`select route.oid, route.name, route.type,
      route.drone_model as "droneModel", route.object_key as "objectKey", ${marked} as favourite,
      member.name as "createdBy", route.created_at as "createdAt", route.waypoints -> 0 as start
    from route join member on member.oid = route.created_by
    where ${conditions} order by ${by} ${direction}, route.oid
    limit ${query.pageSize} offset ${(query.pageNum - 1) * query.pageSize}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total from route
    where ${conditions}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Which of these names routes have that a member sees. */
export async function namesInUse(db: DbOrTrx, scope: Scope, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('route')
    .select('name')
    .distinct()
    .where('name', 'in', [...names])
    .where('deleted_at', 'is', null)
    .where(inScope('route.group_oid', scope))
    .execute();
  return rows.map(({ name }) => name);
}

/** Which of these routes a member sees. */
export async function visibleAmong(db: DbOrTrx, scope: Scope, oids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('route')
    .select('oid')
    .where('oid', 'in', [...oids])
    .where('deleted_at', 'is', null)
    .where(inScope('route.group_oid', scope))
    .execute();
  return rows.map(({ oid }) => oid);
}

export async function markFavourites(db: DbOrTrx, memberOID: string, oids: readonly string[]): Promise<void> {
  await db
    .insertInto('route_favourite')
    .values(oids.map((oid) => ({ member_oid: memberOID, route_oid: oid })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unmarkFavourites(
  db: DbOrTrx,
  memberOID: string,
  oids: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('route_favourite')
    .where('member_oid', '=', memberOID)
    .where('route_oid', 'in', [...oids])
    .execute();
}
