import { limits, openCommandStates, type BreakPoint, type FlownLeg } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** A flight or a run of the organisation with when it is to begin, and how it flies. */
export interface Neighbour {
  /** Of a run: its task. */
  taskOID: string | null;
  flightOID: string | null;
  name: string;
  wall: string | null;
  at: Date;
  /** Null: it is flown by hand. */
  routeOID: string | null;
  /** Of the route as the flight flies it; null: as it is now. */
  checksum: string | null;
  dockOID: string;
  returnAltitude: number;
  /** Where on its route it begins, and the lines of that; null: at the first waypoint. */
  startsAt: BreakPoint | null;
  lines: unknown;
}

/** So long may one be in the air that began before, ms. */
const longest = 3 * 3_600_000;

/**
 * Runs that are to come and flights that are in the air or about to leave, of an organisation and within a span; one more
 * than `limits.separation.most` where there are too many.
 */
export const neighboursWithin = async (
  db: DbOrTrx,
  groupRoot: string,
  span: { since: Date; until: Date },
): Promise<Neighbour[]> => {
  const since = new Date(span.since.getTime() - longest);
  const { rows } = await sql<Neighbour>`
    with coming as (
      select task_oid, wall_time, due_at from task_occurrence
      where state in ('planned', 'launching') and due_at between ${since} and ${span.until}
      union all
      select task_oid, wall_time, due_at from task_ahead where due_at between ${since} and ${span.until}
    )
    select coming.task_oid as "taskOID", null::uuid as "flightOID", task.name, coming.wall_time as wall,
      coming.due_at as at, (task.arrangement ->> 'routeOID')::uuid as "routeOID", null as checksum,
      (task.arrangement ->> 'dockOID')::uuid as "dockOID",
      (task.arrangement ->> 'returnAltitude')::float8 as "returnAltitude", null::jsonb as "startsAt",
      null::jsonb as lines
    from coming join task on task.oid = coming.task_oid
    where task.group_root = ${groupRoot}::uuid and not task.paused and task.deleted_at is null
    union all ${airborne(groupRoot)}
    limit ${limits.separation.most + 1}`.execute(db);
  return rows;
};

const airborne = (groupRoot: string) => sql`
  select flight.task_oid, flight.oid, coalesce(task.name, ''), null, flight.start_time, flight.route_oid,
    flight.route_checksum, flight.dock_oid, flight.return_altitude::float8, flight.starts_at, flight.lines
  from flight left join task on task.oid = flight.task_oid
  where flight.group_root = ${groupRoot}::uuid and flight.state = 'inFlight'
    and flight.start_time is not null`;

/** Flights of an organisation that are in the air. */
export const flyingOf = async (db: DbOrTrx, groupRoot: string): Promise<Neighbour[]> => {
  const { rows } = await sql<Neighbour>`select * from (${airborne(groupRoot)}) as
    one ("taskOID", "flightOID", name, wall, at, "routeOID", checksum, "dockOID", "returnAltitude", "startsAt",
      lines)
    limit ${limits.separation.most + 1}`.execute(db);
  return rows;
};

/** An order to start that is not over yet. */
const openStart = (command: 'start' | 'own') => sql`${sql.ref(`${command}.method`)} = 'startJob'
  and ${sql.ref(`${command}.state`)} = any(${[...openCommandStates]}::text[])`;

/**
 * Flights of an organisation whose start is on its way. Of two that leave at once one is first: of an order that nobody has
 * judged yet only the earlier one counts, of any other each, so that two which saw nothing of each other stop before they
 * take off.
 */
export const leavingBefore = async (
  db: DbOrTrx,
  groupRoot: string,
  flightOID: string,
): Promise<Neighbour[]> => {
  const { rows } = await sql<Neighbour>`
    select flight.task_oid as "taskOID", flight.oid as "flightOID", coalesce(task.name, '') as name, null as wall,
      start.issued_at as at, flight.route_oid as "routeOID", flight.route_checksum as checksum,
      flight.dock_oid as "dockOID", flight.return_altitude::float8 as "returnAltitude",
      flight.starts_at as "startsAt", flight.lines
    from command start join flight on flight.oid = start.flight_oid left join task on task.oid = flight.task_oid
    where start.group_root = ${groupRoot}::uuid and ${openStart('start')} and flight.state = 'created'
      and flight.oid <> ${flightOID}::uuid
      and (start.state <> 'drafted' or not exists (select from command own
        where own.flight_oid = ${flightOID}::uuid and ${openStart('own')}
          and (own.issued_at, own.oid) < (start.issued_at, start.oid)))
    limit ${limits.separation.most + 1}`.execute(db);
  return rows;
};

/** Where docks stood by their last report, by their oids. */
export const dockPlaces = async (
  db: DbOrTrx,
  oids: readonly string[],
): Promise<ReadonlyMap<string, FlownLeg['from'] & { height: number | null }>> => {
  const { rows } = await sql<{ oid: string; lng: number; lat: number; height: number | null }>`
    select dock_oid as oid, lng, lat, height from dock_snapshot
    where dock_oid = any(${[...oids]}::uuid[]) and lng is not null and lat is not null`.execute(db);
  return new Map(rows.map(({ oid, ...place }) => [oid, place]));
};
