import { limits } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { flightKind } from '../flight/index.ts';
import { noDock } from './statistics.schema.ts';

const { changesAtOnce, docksAtOnce } = limits.statistics;

/** The columns of a day, in the order of `countedSums`. */
export const sumColumns = sql.raw(`flights, done, partly, failed, cancelled, missed, unknown, not_flown,
  flight_time, flight_distance, returns_ordered, returns_unordered`);

/** States of an order to return that the dock has taken. */
const taken = sql.raw(`'accepted', 'in_progress', 'succeeded', 'accepted_late'`);
const moment = sql.raw(`coalesce(flight.start_time, flight.end_time, flight.created_at)`);
const begun = sql.raw(`flight.start_time is not null`);
const outcome = (name: string): RawBuilder<unknown> =>
  sql`(count(*) filter (where ${begun} and coalesce(flight.outcome, 'unknown') = ${sql.lit(name)}))::int`;

/** What is counted of flights that are over: the one place where the measures are worked out from records. */
export const countedSums = sql`(count(*) filter (where ${begun}))::int,
  ${outcome('done')}, ${outcome('partly')}, ${outcome('failed')}, ${outcome('cancelled')}, ${outcome('missed')},
  ${outcome('unknown')}, (count(*) filter (where not (${begun})))::int,
  coalesce(sum(flight.duration) filter (where ${begun}), 0)::float8,
  coalesce(sum(flight.distance) filter (where ${begun}), 0)::float8,
  (count(*) filter (where ${begun} and home.ordered))::int,
  (count(*) filter (where ${begun} and not home.ordered and flight.unordered = 'returned'))::int`;

/** Flights that count, each with whether an order to return home reached it. */
export const countedFlights = sql`flight cross join lateral (select exists (
    select from command where command.flight_oid = flight.oid and command.method = 'returnHome'
      and command.state in (${taken})) as ordered) home`;
export const isCounted = sql`flight.state = 'over' and flight.deleted_at is null`;

/** The day of a flight on the clocks of a zone. */
export const dayIn = (zone: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`(${moment} at time zone ${zone})::date`;

/** Only one server counts at a time: two of them would each miss what the other has not committed. */
export const claimCounting = async (trx: DbOrTrx, what: string): Promise<boolean> => {
  const { rows } = await sql<{ claimed: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${what}, 0)) as claimed`.execute(trx);
  return rows[0]?.claimed === true;
};

interface CountedDay {
  groupOID: string;
  day: string;
}
interface DockDay {
  dockOID: string;
  day: string;
  timeZone: string;
}

const keys = sql.raw(`group_oid as "groupOID", day::text as day`);
const daysOf = (rows: readonly DockDay[]): RawBuilder<unknown> =>
  sql`unnest(${rows.map(({ dockOID }) => dockOID)}::uuid[], ${rows.map(({ day }) => day)}::date[],
    ${rows.map(({ timeZone }) => timeZone)}::text[]) as due (dock_oid, day, time_zone)`;

/** Takes changes that wait to be counted. @returns the days of docks that are to be counted again */
const takeDue = async (trx: DbOrTrx): Promise<DockDay[]> => {
  const { rows } = await sql<{ root: string; dockOID: string; moment: Date }>`
    delete from flight_day_due where id in (select id from flight_day_due order by id limit ${changesAtOnce})
    returning group_root as root, dock_oid as "dockOID", moment`.execute(trx);
  if (rows.length === 0) return [];
  const [roots, docks] = [rows.map(({ root }) => root), rows.map(({ dockOID }) => dockOID)];
  await sql`insert into flight_day_zone (dock_oid, group_root, time_zone)
    select distinct on (dock_oid) dock_oid, group_root, '' from unnest(${docks}::uuid[], ${roots}::uuid[]) as due (dock_oid, group_root)
    on conflict do nothing`.execute(trx);
  // Docks of another zone come as a whole, whatever changed of them.
  return (
    await sql<DockDay>`select distinct due.dock_oid as "dockOID", zone.time_zone as "timeZone",
        (due.moment at time zone zone.time_zone)::date::text as day
      from unnest(${docks}::uuid[], ${rows.map(({ moment: at }) => at)}::timestamptz[]) as due (dock_oid, moment)
        inner join flight_day_zone zone on zone.dock_oid = due.dock_oid and zone.time_zone <> ''`.execute(trx)
  ).rows;
};

const partKeys = sql.raw(`dock_oid, day, group_oid, person_oid, route_oid, kind, group_root`);
/** What the flights of a day are broken down by. */
const partsOfFlight = sql`flight.executor_oid, coalesce(flight.route_oid, ${noDock}::uuid), ${flightKind}`;

/** Counts days of docks from their flights. @returns what was another before, and what is now */
const countDays = async (trx: DbOrTrx, rows: readonly DockDay[]): Promise<CountedDay[]> => {
  if (rows.length === 0) return [];
  const before = await sql<CountedDay>`delete from flight_day using ${daysOf(rows)}
    where flight_day.dock_oid = due.dock_oid and flight_day.day = due.day
    returning flight_day.group_oid as "groupOID", flight_day.day::text as day`.execute(trx);
  const now =
    await sql<CountedDay>`insert into flight_day (dock_oid, day, group_oid, group_root, ${sumColumns})
    select flight.dock_oid, due.day, flight.group_oid, flight.group_root, ${countedSums}
    from ${daysOf(rows)} inner join (${countedFlights}) on flight.dock_oid = due.dock_oid
    where ${isCounted} and ${dayIn(sql`due.time_zone`)} = due.day
      and ${moment} >= (due.day - 1)::timestamp at time zone due.time_zone
      and ${moment} < (due.day + 2)::timestamp at time zone due.time_zone
    group by flight.dock_oid, due.day, flight.group_oid, flight.group_root
    returning ${keys}`.execute(trx);
  await sql`delete from flight_part_day using ${daysOf(rows)}
    where flight_part_day.dock_oid = due.dock_oid and flight_part_day.day = due.day`.execute(trx);
  await sql`insert into flight_part_day (${partKeys}, ${sumColumns})
    select flight.dock_oid, due.day, flight.group_oid, ${partsOfFlight}, flight.group_root, ${countedSums}
    from ${daysOf(rows)} inner join (${countedFlights}) on flight.dock_oid = due.dock_oid
      left join task on task.oid = flight.task_oid
    where ${isCounted} and ${dayIn(sql`due.time_zone`)} = due.day
      and ${moment} >= (due.day - 1)::timestamp at time zone due.time_zone
      and ${moment} < (due.day + 2)::timestamp at time zone due.time_zone
    group by 1, 2, 3, 4, 5, 6, 7`.execute(trx);
  return [...before.rows, ...now.rows];
};

/** Counts docks anew whose days are of another zone than their organisation's, or were never counted. */
const countDocks = async (trx: DbOrTrx): Promise<CountedDay[]> => {
  const { rows } = await sql<{ oid: string }>`update flight_day_zone set time_zone = organisation.time_zone
    from organisation where organisation.oid = flight_day_zone.group_root and flight_day_zone.dock_oid in (
      select zone.dock_oid from organisation own
        inner join flight_day_zone zone on zone.group_root = own.oid and zone.time_zone <> own.time_zone
      order by zone.dock_oid limit ${docksAtOnce})
    returning flight_day_zone.dock_oid as oid`.execute(trx);
  if (rows.length === 0) return [];
  const docks = rows.map(({ oid }) => oid);
  const before = await sql<CountedDay>`delete from flight_day where dock_oid = any(${docks}::uuid[])
    returning ${keys}`.execute(trx);
  const day = dayIn(sql`zone.time_zone`);
  const now =
    await sql<CountedDay>`insert into flight_day (dock_oid, day, group_oid, group_root, ${sumColumns})
    select flight.dock_oid, ${day}, flight.group_oid, flight.group_root, ${countedSums}
    from flight_day_zone zone inner join (${countedFlights}) on flight.dock_oid = zone.dock_oid
    where zone.dock_oid = any(${docks}::uuid[]) and ${isCounted}
    group by 1, 2, 3, 4 returning ${keys}`.execute(trx);
  await sql`delete from flight_part_day where dock_oid = any(${docks}::uuid[])`.execute(trx);
  await sql`insert into flight_part_day (${partKeys}, ${sumColumns})
    select flight.dock_oid, ${day}, flight.group_oid, ${partsOfFlight}, flight.group_root, ${countedSums}
    from flight_day_zone zone inner join (${countedFlights}) on flight.dock_oid = zone.dock_oid
      left join task on task.oid = flight.task_oid
    where zone.dock_oid = any(${docks}::uuid[]) and ${isCounted}
    group by 1, 2, 3, 4, 5, 6, 7`.execute(trx);
  return [...before.rows, ...now.rows];
};

const countGroups = async (trx: DbOrTrx, rows: readonly CountedDay[]): Promise<void> => {
  if (rows.length === 0) return;
  const named = sql`unnest(${rows.map(({ groupOID }) => groupOID)}::uuid[], ${rows.map(({ day }) => day)}::date[])`;
  await sql`delete from flight_group_day where (group_oid, day) in (select * from ${named})`.execute(trx);
  await sql`insert into flight_group_day (group_oid, day, group_root, ${sumColumns})
    select group_oid, day, group_root, sum(flights), sum(done), sum(partly), sum(failed), sum(cancelled), sum(missed),
      sum(unknown), sum(not_flown), sum(flight_time), sum(flight_distance), sum(returns_ordered),
      sum(returns_unordered)
    from flight_day where (group_oid, day) in (select * from ${named}) group by 1, 2, 3`.execute(trx);
};

/** Counts what has changed since, as much as one turn takes. @returns whether there may be more */
export const countChanges = async (trx: DbOrTrx): Promise<boolean> => {
  if (!(await claimCounting(trx, 'flight days'))) return false;
  const due = await takeDue(trx);
  const counted = [...(await countDays(trx, due)), ...(await countDocks(trx))];
  await countGroups(trx, counted);
  return due.length > 0 || counted.length > 0;
};
