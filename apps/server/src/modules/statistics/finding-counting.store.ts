import { limits } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { claimCounting } from './counting.store.ts';
import { findingColumns, noDock } from './statistics.schema.ts';

const { changesAtOnce, groupsAtOnce } = limits.statistics;

const columns = sql.join(findingColumns.map((name) => sql.ref(name)));
const summed = sql.join(findingColumns.map((name) => sql`sum(${sql.ref(`one.${name}`)})::int`));

type Column = (typeof findingColumns)[number];
/** Each column with when a record counts in it; in all others it counts nothing. */
const ones = (part: Partial<Record<Column, RawBuilder<unknown>>>): RawBuilder<unknown> =>
  sql.join(findingColumns.map((name) => sql`(${part[name] ?? sql`false`})::int as ${sql.ref(name)}`));

const orderStands = (state: string) => sql`work_order.state = ${sql.lit(state)}`;
const dock = sql`coalesce(flight.dock_oid, ${sql.lit(noDock)}::uuid) as dock_oid`;

/** A moment that lies in the days that are counted, or near them: the day itself is compared exactly. */
export type Near = (moment: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * What is counted of findings, runs and orders of a department: the one place where these measures are worked out.
 * Each row is one record, with a one in the column in which it counts.
 */
const recordsOf = (group: RawBuilder<unknown>, near: Near): RawBuilder<unknown> => sql`
  select found.group_root, found.created_at as moment, found.class, ${dock}, ${ones({
    found_confirmed: sql`found.verdict is not distinct from 'confirmed'`,
    found_false: sql`found.verdict is not distinct from 'falseAlarm'`,
    found_unjudged: sql`found.verdict is null`,
  })}
  from detection_outcome found inner join media on media.oid = found.media_oid
    left join flight on flight.oid = media.flight_oid
  where found.group_oid = ${group} and ${near(sql`found.created_at`)}
    and found.verdict is distinct from 'deleted'
  union all
  select detection.group_root, detection.created_at, '', ${dock}, ${ones({
    runs_unaudited: sql`state.audited = 0`,
    runs_partially: sql`state.audited > 0 and state.audited < state.outcomes`,
    runs_fully: sql`state.audited > 0 and state.audited = state.outcomes`,
  })}
  from detection left join flight on flight.oid = detection.flight_oid
    cross join lateral (select count(*) as outcomes, count(one.verdict) as audited from detection_outcome one
      where one.detection_oid = detection.oid and one.verdict is distinct from 'deleted') state
  where detection.group_oid = ${group} and ${near(sql`detection.created_at`)}
  union all
  select work_order.group_root, work_order.created_at, work_order.class, ${dock}, ${ones({
    orders_unassigned: orderStands('unassigned'),
    orders_ignored: orderStands('ignored'),
    orders_to_be_claimed: orderStands('toBeClaimed'),
    orders_in_process: orderStands('inProcess'),
    orders_done: orderStands('done'),
    orders_rejected: orderStands('rejected'),
  })}
  from work_order left join flight on flight.oid = work_order.flight_oid
  where work_order.group_oid = ${group} and ${near(sql`work_order.created_at`)}`;

interface GroupDay {
  groupOID: string;
  day: string;
  timeZone: string;
}

/** Takes changes that wait to be counted. @returns whether there were any, and the days that are counted again */
const takeDue = async (trx: DbOrTrx): Promise<{ taken: boolean; days: GroupDay[] }> => {
  const { rows } = await sql<{ root: string; groupOID: string; moment: Date }>`
    delete from finding_day_due where id in (select id from finding_day_due order by id limit ${changesAtOnce})
    returning group_root as root, group_oid as "groupOID", moment`.execute(trx);
  if (rows.length === 0) return { taken: false, days: [] };
  const groups = rows.map(({ groupOID }) => groupOID);
  await sql`insert into finding_day_zone (group_oid, group_root, time_zone)
    select distinct on (group_oid) group_oid, group_root, ''
    from unnest(${groups}::uuid[], ${rows.map(({ root }) => root)}::uuid[]) as due (group_oid, group_root)
    on conflict do nothing`.execute(trx);
  // Departments of another zone come as a whole, whatever changed of them.
  const days = await sql<GroupDay>`select distinct due.group_oid as "groupOID", zone.time_zone as "timeZone",
      (due.moment at time zone zone.time_zone)::date::text as day
    from unnest(${groups}::uuid[], ${rows.map(({ moment }) => moment)}::timestamptz[]) as due (group_oid, moment)
      inner join finding_day_zone zone on zone.group_oid = due.group_oid and zone.time_zone <> ''`.execute(
    trx,
  );
  return { taken: true, days: days.rows };
};

const countDays = async (trx: DbOrTrx, days: readonly GroupDay[]): Promise<void> => {
  if (days.length === 0) return;
  const due = sql`unnest(${days.map(({ groupOID }) => groupOID)}::uuid[], ${days.map(({ day }) => day)}::date[],
    ${days.map(({ timeZone }) => timeZone)}::text[]) as due (group_oid, day, time_zone)`;
  for (const table of ['finding_day', 'finding_group_day'] as const)
    await sql`delete from ${sql.table(table)} using ${due} where ${sql.ref(`${table}.group_oid`)} = due.group_oid
      and ${sql.ref(`${table}.day`)} = due.day`.execute(trx);
  const near: Near = (moment) => sql`${moment} >= (due.day - 1)::timestamp at time zone due.time_zone
    and ${moment} < (due.day + 2)::timestamp at time zone due.time_zone`;
  await sql`insert into finding_day (group_oid, day, dock_oid, class, group_root, ${columns})
    select due.group_oid, due.day, one.dock_oid, one.class, one.group_root, ${summed}
    from ${due} cross join lateral (${recordsOf(sql`due.group_oid`, near)}) one
    where (one.moment at time zone due.time_zone)::date = due.day group by 1, 2, 3, 4, 5`.execute(trx);
  await sql`insert into finding_group_day (group_oid, day, class, group_root, ${columns})
    select one.group_oid, one.day, one.class, one.group_root, ${summed}
    from finding_day one inner join ${due} on due.group_oid = one.group_oid and due.day = one.day
    group by 1, 2, 3, 4`.execute(trx);
};

/** Counts departments anew whose days are of another zone than their organisation's, or were never counted. */
const countGroups = async (trx: DbOrTrx): Promise<boolean> => {
  const { rows } = await sql<{ oid: string }>`update finding_day_zone set time_zone = organisation.time_zone
    from organisation where organisation.oid = finding_day_zone.group_root and finding_day_zone.group_oid in (
      select zone.group_oid from organisation own
        inner join finding_day_zone zone on zone.group_root = own.oid and zone.time_zone <> own.time_zone
      order by zone.group_oid limit ${groupsAtOnce})
    returning finding_day_zone.group_oid as oid`.execute(trx);
  if (rows.length === 0) return false;
  const groups = rows.map(({ oid }) => oid);
  for (const table of ['finding_day', 'finding_group_day'] as const)
    await sql`delete from ${sql.table(table)} where group_oid = any(${groups}::uuid[])`.execute(trx);
  await sql`insert into finding_day (group_oid, day, dock_oid, class, group_root, ${columns})
    select zone.group_oid, (one.moment at time zone zone.time_zone)::date, one.dock_oid, one.class, one.group_root,
      ${summed}
    from finding_day_zone zone cross join lateral (${recordsOf(sql`zone.group_oid`, () => sql`true`)}) one
    where zone.group_oid = any(${groups}::uuid[]) group by 1, 2, 3, 4, 5`.execute(trx);
  await sql`insert into finding_group_day (group_oid, day, class, group_root, ${columns})
    select one.group_oid, one.day, one.class, one.group_root, ${summed} from finding_day one
    where one.group_oid = any(${groups}::uuid[]) group by 1, 2, 3, 4`.execute(trx);
  return true;
};

/** Counts what has changed since, as much as one turn takes. @returns whether there may be more */
export const countFindings = async (trx: DbOrTrx): Promise<boolean> => {
  if (!(await claimCounting(trx, 'finding days'))) return false;
  const { taken, days } = await takeDue(trx);
  await countDays(trx, days);
  return (await countGroups(trx)) || taken;
};
