import { sql } from 'kysely';
import { limits, type PlanChange, type RoutePlan, type RouteVersion } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Before } from './look.ts';
import type { JudgedRoute } from './parsed-route.ts';

/** A saved plan with its file. */
export interface StoredVersion {
  number: number;
  /** Null: as its file says. */
  plan: RoutePlan | null;
  originKey: string | null;
  objectKey: string;
  checksum: string;
  facts: JudgedRoute;
}

interface NewVersion extends StoredVersion {
  routeOID: string;
  summary: readonly PlanChange[];
  createdByOID: string;
  createdAt: Date;
}

/** Ask while the route is locked. */
export async function insertVersion(trx: DbOrTrx, version: NewVersion): Promise<void> {
  await trx
    .insertInto('route_version')
    .values({
      route_oid: version.routeOID,
      number: version.number,
      plan: version.plan && JSON.stringify(version.plan),
      origin_key: version.originKey,
      object_key: version.objectKey,
      checksum: version.checksum,
      facts: JSON.stringify(version.facts),
      summary: JSON.stringify(version.summary),
      created_by: version.createdByOID,
      created_at: version.createdAt,
    })
    .execute();
}

/** What a look finds of a route, and how long it flies. */
export type Found = Pick<JudgedRoute, 'warnings' | 'look' | 'duration' | 'flightTime'>;

/** What is found today about the last version of a route; nothing where it was saved or judged again meanwhile. */
export async function storeFound(
  trx: DbOrTrx,
  { oid, number, ...before }: Before & { oid: string; number: number },
  { warnings, look, duration, flightTime }: Found,
): Promise<void> {
  const [found, by] = [JSON.stringify(warnings), JSON.stringify(look)];
  const { numUpdatedRows } = await trx
    .updateTable('route')
    .set({ warnings: found, look: by, duration, flight_time: flightTime })
    .where('oid', '=', oid)
    .where('number', '=', number)
    .where(sql<boolean>`warnings = ${JSON.stringify(before.warnings)}::jsonb`)
    .where(sql<boolean>`look is not distinct from ${before.look && JSON.stringify(before.look)}::jsonb`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await sql`update route_version
    set facts = facts || jsonb_build_object('warnings', ${found}::jsonb, 'look', ${by}::jsonb,
      'duration', ${duration}::float8, 'flightTime', ${flightTime}::float8)
    where route_oid = ${oid}::uuid and number = ${number}`.execute(trx);
}

const ofRoute = (db: DbOrTrx, routeOID: string) =>
  db
    .selectFrom('route_version')
    .select(['number', 'plan', 'origin_key', 'object_key', 'checksum', 'facts'])
    .where('route_oid', '=', routeOID)
    .orderBy('number', 'desc')
    .limit(1);

const versionOfRow = (
  found: Awaited<ReturnType<ReturnType<typeof ofRoute>['executeTakeFirst']>>,
): StoredVersion | undefined =>
  found && {
    number: found.number,
    plan: found.plan as RoutePlan | null,
    originKey: found.origin_key,
    objectKey: found.object_key,
    checksum: found.checksum,
    // Those that were stored before have neither lines nor the time of the whole flight, nor what was looked at.
    facts: {
      lines: null,
      flightTime: null,
      look: null,
      ...(found.facts as Omit<JudgedRoute, 'lines' | 'flightTime' | 'look'>),
    },
  };

/** One version of a route, the last one unless it is named. */
export const versionOf = async (
  db: DbOrTrx,
  routeOID: string,
  number: number | null = null,
): Promise<StoredVersion | undefined> =>
  versionOfRow(
    await ofRoute(db, routeOID)
      .$if(number !== null, (query) => query.where('number', '=', number ?? 0))
      .executeTakeFirst(),
  );

/** The version that has a file of this checksum. */
export const versionOfFile = async (
  db: DbOrTrx,
  routeOID: string,
  checksum: string,
): Promise<StoredVersion | undefined> =>
  versionOfRow(await ofRoute(db, routeOID).where('checksum', '=', checksum).executeTakeFirst());

export async function versionPage(
  db: DbOrTrx,
  routeOID: string,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
): Promise<{ list: RouteVersion[]; total: number }> {
  const { rows } = await sql<Omit<RouteVersion, 'createdAt'> & { createdAt: Date }>`
    select number, summary, checksum, member.name as "createdBy", route_version.created_at as "createdAt",
      (facts->>'waypointCount')::int as "waypointCount", (facts->>'length')::float8 as length,
      (facts->>'duration')::float8 as duration
    from route_version join member on member.oid = route_version.created_by
    where route_oid = ${routeOID}::uuid order by number desc
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total from route_version
    where route_oid = ${routeOID}::uuid`.execute(db);
  return {
    list: rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() })),
    total: counted.rows[0]?.total ?? 0,
  };
}

/** Takes away the oldest versions beyond those that are kept, but none that a flight was planned with. @returns their files. */
export async function dropOldVersions(trx: DbOrTrx, routeOID: string, last: number): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`
    delete from route_version where route_oid = ${routeOID}::uuid
      and number <= ${last - limits.route.plan.versions}
      and not exists (select 1 from flight where flight.route_oid = route_version.route_oid
        and flight.route_checksum = route_version.checksum)
      and not exists (select 1 from route_version other where other.origin_key = route_version.object_key)
    returning object_key`.execute(trx);
  return rows.map(({ object_key }) => object_key);
}

/** How many flights wait or fly with a route, and of how many tasks they are. */
export async function usageOf(db: DbOrTrx, routeOID: string): Promise<{ tasks: number; flights: number }> {
  const { rows } = await sql<{ tasks: number; flights: number }>`
    select count(distinct task_oid)::int as tasks, count(*)::int as flights from flight
    where route_oid = ${routeOID}::uuid and state <> 'over' and deleted_at is null`.execute(db);
  return rows[0] ?? { tasks: 0, flights: 0 };
}
