import { sql } from 'kysely';
import { flightOutcomes, type FlightOutcome } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

type Scope = { groupRoot: string; groupOID: string };

/**
 * Aircraft in the air as last stored, behind docks and in the hands of pilots: what is listed and what is counted.
 * @param beside joins that the question needs
 */
export const inAirOf = (scope: Scope, groupOID?: string, beside = sql``) =>
  sql`dock_snapshot inner join dock on dock.oid = dock_snapshot.dock_oid and dock.deleted_at is null ${beside}
    where dock_snapshot.drone_online and dock_snapshot.drone_airborne
      and dock.group_root = ${scope.groupRoot}::uuid and ${inScope('dock.group_oid', scope, groupOID)}`;

/** How many are in the air, also those of which nothing but that is known. */
export const countInAir = async (db: DbOrTrx, scope: Scope, groupOID?: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from ${inAirOf(scope, groupOID)}`.execute(db);
  return rows[0]?.count ?? 0;
};

/** @param groupOID narrows to one department and below */
export const deviceCounts = async (db: DbOrTrx, scope: Scope, groupOID?: string) => {
  const row = await db
    .selectFrom('dock')
    .leftJoin('dock_snapshot', 'dock_snapshot.dock_oid', 'dock.oid')
    .where('dock.deleted_at', 'is', null)
    .where('dock.retired_at', 'is', null)
    .where('dock.kind', '=', 'dock')
    .where(inScope('dock.group_oid', scope, groupOID))
    .select([
      sql<number>`count(*)`.as('docks'),
      sql<number>`count(*) filter (where dock_snapshot.online)`.as('online'),
    ])
    .executeTakeFirstOrThrow();
  const drones = await db
    .selectFrom('drone')
    .where('deleted_at', 'is', null)
    .where(inScope('drone.group_oid', scope, groupOID))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  const routes = await db
    .selectFrom('route')
    .where('deleted_at', 'is', null)
    .where(inScope('route.group_oid', scope, groupOID))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return {
    docks: row.docks,
    online: row.online,
    airborne: await countInAir(db, scope, groupOID),
    drones: drones.count,
    routes: routes.count,
  };
};

/** Flights that started, or were arranged and wait, since a moment. */
export const flightCounts = async (db: DbOrTrx, scope: Scope, since: Date) => {
  const rows = await db
    .selectFrom('flight')
    .where('deleted_at', 'is', null)
    .where('group_root', '=', scope.groupRoot)
    .where(inScope('flight.group_oid', scope))
    .where((eb) =>
      eb.or([eb('start_time', '>=', since), eb('state', '=', 'inFlight'), eb('created_at', '>=', since)]),
    )
    .groupBy(['state', 'outcome'])
    .select([
      'state',
      'outcome',
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(distance), 0)`.as('distance'),
      sql<number>`coalesce(sum(duration), 0)`.as('duration'),
    ])
    .execute();
  const media = await db
    .selectFrom('media')
    .where('group_root', '=', scope.groupRoot)
    .where(inScope('media.group_oid', scope))
    .where('created_at', '>=', since)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  const outcomes = Object.fromEntries(flightOutcomes.map((outcome) => [outcome, 0])) as Record<
    FlightOutcome,
    number
  >;
  for (const row of rows) if (row.outcome) outcomes[row.outcome] += row.count;
  const of = (state: string): number =>
    rows.filter((row) => row.state === state).reduce((sum, row) => sum + row.count, 0);
  return {
    flights: rows.reduce((sum, row) => sum + row.count, 0),
    flying: of('inFlight'),
    waiting: of('created'),
    outcomes,
    distance: rows.reduce((sum, row) => sum + row.distance, 0),
    duration: rows.reduce((sum, row) => sum + row.duration, 0),
    media: media.count,
  };
};

/** Midnight of today in a time zone. The database knows the zones and their history. */
export const startOfDay = async (db: DbOrTrx, timeZone: string, at: Date): Promise<Date> => {
  const result = await sql<{ start: Date }>`
    select (date_trunc('day', ${at}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}) as start`.execute(
    db,
  );
  return result.rows[0]?.start ?? at;
};
