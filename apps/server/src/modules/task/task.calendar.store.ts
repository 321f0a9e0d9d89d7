import {
  limits,
  type MissedChoice,
  type OccurrenceState,
  type RunStanding,
  type ScheduledRun,
} from '@eyrie/domain';
import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import type { ReasonValues } from './task.occurrence.store.ts';

const { tasksAtOnce, renewAfter } = limits.task.calendar;

const comes = sql`task.schedule_rule is not null and not task.paused and not task.schedule_over
  and task.deleted_at is null`;
const expandedBefore = (moment: Date) => sql`(task.ahead_to is null or task.ahead_to < ${moment})`;

/** Oids of tasks whose runs are not expanded up to a moment, those of which none is first. */
export const tasksToExpand = async (db: DbOrTrx, end: Date): Promise<string[]> => {
  const { rows } = await sql<{ oid: string }>`select task.oid from task
    where ${comes} and ${expandedBefore(new Date(end.getTime() - renewAfter))}
    order by task.ahead_to nulls first limit ${tasksAtOnce}`.execute(db);
  return rows.map(({ oid }) => oid);
};

/** A task whose runs are to be expanded; it stays as it is until the transaction ends. Undefined: somebody else has it. */
export const lockToExpand = async (
  trx: DbOrTrx,
  oid: string,
  end: Date,
): Promise<{ rule: string; aheadTo: Date | null } | undefined> => {
  const { rows } = await sql<{ rule: string; aheadTo: Date | null }>`
    select task.schedule_rule as rule, task.ahead_to as "aheadTo" from task
    where ${comes} and ${expandedBefore(end)} and task.oid = ${oid}::uuid
    for no key update skip locked`.execute(trx);
  return rows[0];
};

/** Stores what is expanded of a task that the caller has locked, but for runs that have a row. */
export const storeAhead = async (
  trx: DbOrTrx,
  taskOID: string,
  runs: readonly ScheduledRun[],
  { timeZone, to }: { timeZone: string; to: Date },
): Promise<void> => {
  if (runs.length > 0)
    await sql`insert into task_ahead (task_oid, wall_time, time_zone, due_at, moved_to)
      select ${taskOID}::uuid, run.wall, ${timeZone}, run.at, run.moved_to
      from unnest(${runs.map(({ wall }) => wall)}::text[], ${runs.map(({ at }) => new Date(at))}::timestamptz[],
        ${runs.map(({ movedTo }) => movedTo ?? null)}::text[]) as run (wall, at, moved_to)
      where not exists (select from task_occurrence
        where task_occurrence.task_oid = ${taskOID}::uuid and task_occurrence.wall_time = run.wall)
      on conflict do nothing`.execute(trx);
  await trx.updateTable('task').set({ ahead_to: to }).where('oid', '=', taskOID).execute();
};

/** Forgets what was expanded of tasks that come no more, or differently. */
export const dropAhead = async (trx: DbOrTrx, taskOIDs: readonly string[]): Promise<void> => {
  if (taskOIDs.length === 0) return;
  await trx
    .deleteFrom('task_ahead')
    .where('task_oid', 'in', [...taskOIDs])
    .execute();
  await trx
    .updateTable('task')
    .set({ ahead_to: null })
    .where('oid', 'in', [...taskOIDs])
    .execute();
};

/** Forgets a run that has a row from now on. The caller has locked its task. */
export const dropOneAhead = async (trx: DbOrTrx, taskOID: string, wall: string): Promise<void> => {
  await trx.deleteFrom('task_ahead').where('task_oid', '=', taskOID).where('wall_time', '=', wall).execute();
};

/** Of what is past the rows of runs tell. */
export const dropPastAhead = async (db: DbOrTrx, before: Date): Promise<void> => {
  await db.deleteFrom('task_ahead').where('due_at', '<', before).execute();
};

export interface CalendarSpan {
  /** Days in order, each with the moments at which it begins and at which it is over. */
  days: readonly { day: string; from: Date; to: Date }[];
  dockOID: string | null;
  perDay: number;
}

/** Tasks whose runs a caller sees. */
const seen = ({ dockOID }: CalendarSpan, caller: Caller) => {
  const at = dockOID === null ? sql`true` : sql`task.arrangement ->> 'dockOID' = ${dockOID}`;
  return sql`task.deleted_at is null and ${inScope('task.group_oid', caller)} and ${at}`;
};

/** Runs that have a row, and those that are expanded ahead and have none, each of moments that begin so. */
const rowsOf = sql`select task_oid, wall_time, time_zone, due_at, moved_to, state, reason, reason_values, flight_oid,
  choice, chosen_by, choice_until from task_occurrence`;
const aheadOf = sql`select task_oid, wall_time, time_zone, due_at, moved_to, 'planned' as state, null::text as reason,
  null::jsonb as reason_values, null::uuid as flight_oid, null::text as choice, null::uuid as chosen_by,
  null::timestamptz as choice_until from task_ahead`;

export interface CalendarRow {
  day: string;
  taskOID: string;
  taskName: string;
  routeOID: string | null;
  dockOID: string | null;
  dockName: string | null;
  wall: string;
  timeZone: string;
  movedTo: string | null;
  at: number;
  state: OccurrenceState;
  reason: string | null;
  reasonValues: ReasonValues | null;
  standing: RunStanding | null;
  flightOID: string | null;
  choice: MissedChoice | null;
  chosenBy: string | null;
  choiceUntil: number | null;
}

/** The first runs of each day of a span: as many are looked up as are shown, however many there are. */
export const calendarRows = async (
  db: DbOrTrx,
  caller: Caller,
  span: CalendarSpan,
  now: Date,
): Promise<CalendarRow[]> => {
  const { days, perDay } = span;
  const firstOf = (source: typeof rowsOf, and: typeof rowsOf) => sql`(
    select one.*, task.name, task.arrangement from (${source}) one join task on task.oid = one.task_oid
    where one.due_at >= span.from and one.due_at < span.to and ${seen(span, caller)} and ${and}
    order by one.due_at, one.task_oid, one.wall_time limit ${perDay})`;
  const { rows } = await sql<CalendarRow>`
    select span.day, run.task_oid as "taskOID", run.name as "taskName",
      coalesce(flight.route_oid, (run.arrangement ->> 'routeOID')::uuid) as "routeOID", dock.oid as "dockOID",
      dock.name as "dockName", run.wall_time as wall, run.time_zone as "timeZone",
      run.moved_to as "movedTo", round(extract(epoch from run.due_at) * 1000)::float8 as at, run.state, run.reason,
      run.reason_values as "reasonValues", run_verdict.standing, run.flight_oid as "flightOID",
      run.choice, chooser.name as "chosenBy",
      round(extract(epoch from run.choice_until) * 1000)::float8 as "choiceUntil"
    from unnest(${days.map(({ day }) => day)}::text[], ${days.map(({ from }) => from)}::timestamptz[],
      ${days.map(({ to }) => to)}::timestamptz[]) as span (day, "from", "to")
    cross join lateral (
      select * from (
        ${firstOf(rowsOf, sql`true`)} union all ${firstOf(aheadOf, sql`one.due_at > ${now} and ${comes}`)}
      ) both_kinds order by due_at, task_oid, wall_time limit ${perDay}) run
    left join flight on flight.oid = run.flight_oid
    left join member chooser on chooser.oid = run.chosen_by
    left join run_verdict on run.state = 'planned' and run_verdict.task_oid = run.task_oid
      and run_verdict.wall_time = run.wall_time and run_verdict.due_at = run.due_at
    left join dock on dock.oid = coalesce(flight.dock_oid, (run.arrangement ->> 'dockOID')::uuid)
      and ${inScope('dock.group_oid', caller)}
    order by span."from", run.due_at, run.task_oid, run.wall_time`.execute(db);
  return rows;
};

/** How many runs each day of a span has, by what became of them. */
export const calendarCounts = async (
  db: DbOrTrx,
  caller: Caller,
  span: CalendarSpan,
  now: Date,
): Promise<{ day: string; state: OccurrenceState; count: number }[]> => {
  const { days } = span;
  const begins = sql`${days.map(({ from }) => from)}::timestamptz[]`;
  const [first, last] = [days[0]?.from, days.at(-1)?.to];
  const countOf = (table: 'task_occurrence' | 'task_ahead', state: typeof rowsOf, and: typeof rowsOf) => sql`
    select width_bucket(one.due_at, ${begins}) as turn, ${state} as state, count(*)::int as count
    from ${sql.table(table)} one join task on task.oid = one.task_oid
    where one.due_at >= ${first} and one.due_at < ${last} and ${seen(span, caller)} and ${and} group by 1, 2`;
  const { rows } = await sql<{ turn: number; state: OccurrenceState; count: number }>`
    select turn, state, sum(count)::int as count from (
      ${countOf('task_occurrence', sql`one.state`, sql`true`)} union all
      ${countOf('task_ahead', sql`'planned'`, sql`one.due_at > ${now} and ${comes}`)}) counted
    group by 1, 2 order by 1, 2`.execute(db);
  return rows.flatMap(({ turn, ...count }) => {
    const day = days[turn - 1]?.day;
    return day === undefined ? [] : [{ day, ...count }];
  });
};

/** How many of the tasks that a caller sees are not expanded up to a moment. */
export const unexpanded = async (db: DbOrTrx, caller: Caller, to: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from task
    where ${comes} and ${expandedBefore(to)} and ${inScope('task.group_oid', caller)}`.execute(db);
  return rows[0]?.count ?? 0;
};
