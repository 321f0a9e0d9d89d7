import { limits, type OccurrenceState, type ScheduledRun } from '@eyrie/domain';
import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import type { ReasonValues } from './task.occurrence.store.ts';

const { tasksAtOnce, renewAfter } = limits.task.calendar;

const comes = sql`task.schedule_rule is not null and not task.paused and not task.schedule_over
  and task.deleted_at is null`;
const reckonedBefore = (moment: Date) => sql`(task.ahead_to is null or task.ahead_to < ${moment})`;

/** Oids of tasks whose runs are not reckoned up to a moment, those of which none is first. */
export const tasksToReckon = async (db: DbOrTrx, end: Date): Promise<string[]> => {
  const { rows } = await sql<{ oid: string }>`select task.oid from task
    where ${comes} and ${reckonedBefore(new Date(end.getTime() - renewAfter))}
    order by task.ahead_to nulls first limit ${tasksAtOnce}`.execute(db);
  return rows.map(({ oid }) => oid);
};

/** A task whose runs are to be reckoned; it stays as it is until the transaction ends. Undefined: somebody else has it. */
export const lockToReckon = async (
  trx: DbOrTrx,
  oid: string,
  end: Date,
): Promise<{ rule: string; aheadTo: Date | null } | undefined> => {
  const { rows } = await sql<{ rule: string; aheadTo: Date | null }>`
    select task.schedule_rule as rule, task.ahead_to as "aheadTo" from task
    where ${comes} and ${reckonedBefore(end)} and task.oid = ${oid}::uuid
    for no key update skip locked`.execute(trx);
  return rows[0];
};

export const storeAhead = async (
  trx: DbOrTrx,
  taskOID: string,
  runs: readonly ScheduledRun[],
  { timeZone, to }: { timeZone: string; to: Date },
): Promise<void> => {
  if (runs.length > 0)
    await trx
      .insertInto('task_ahead')
      .values(
        runs.map(({ wall, at }) => ({
          task_oid: taskOID,
          wall_time: wall,
          time_zone: timeZone,
          due_at: new Date(at),
        })),
      )
      .onConflict((conflict) => conflict.columns(['task_oid', 'wall_time']).doNothing())
      .execute();
  await trx.updateTable('task').set({ ahead_to: to }).where('oid', '=', taskOID).execute();
};

/** Forgets what was reckoned of tasks that come no more, or differently. */
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

/** Of what is past the rows of runs tell. */
export const dropPastAhead = async (db: DbOrTrx, before: Date): Promise<void> => {
  await db.deleteFrom('task_ahead').where('due_at', '<', before).execute();
};

export interface CalendarSpan {
  from: Date;
  to: Date;
  timeZone: string;
  dockOID: string | null;
  perDay: number;
}

const dayOf = (timeZone: string) => sql`to_char(run.due_at at time zone ${timeZone}, 'YYYY-MM-DD')`;

/** Runs of tasks that a caller sees. One that is reckoned ahead and has a row is told by its row. */
const runsIn = ({ from, to, dockOID }: CalendarSpan, caller: Caller, now: Date) => {
  const at = dockOID === null ? sql`true` : sql`task.arrangement ->> 'dockOID' = ${dockOID}`;
  const of = sql`task.deleted_at is null and ${inScope('task.group_oid', caller)} and ${at}`;
  return sql`(
    select task.oid as task_oid, task.name, task.arrangement, one.wall_time, one.time_zone, one.due_at, one.state,
      one.reason, one.reason_values, one.flight_oid
    from task_occurrence one join task on task.oid = one.task_oid
    where one.due_at >= ${from} and one.due_at < ${to} and ${of}
    union all
    select task.oid, task.name, task.arrangement, one.wall_time, one.time_zone, one.due_at, 'planned', null, null, null
    from task_ahead one join task on task.oid = one.task_oid
    where one.due_at >= ${from} and one.due_at < ${to} and one.due_at > ${now} and ${of} and ${comes}
      and not exists (select from task_occurrence
        where task_occurrence.task_oid = one.task_oid and task_occurrence.wall_time = one.wall_time)
  ) run`;
};

export interface CalendarRow {
  day: string;
  taskOID: string;
  taskName: string;
  routeOID: string | null;
  dockOID: string | null;
  dockName: string | null;
  wall: string;
  timeZone: string;
  at: number;
  state: OccurrenceState;
  reason: string | null;
  reasonValues: ReasonValues | null;
  flightOID: string | null;
}

/** The first runs of each day of a span. */
export const calendarRows = async (
  db: DbOrTrx,
  caller: Caller,
  span: CalendarSpan,
  now: Date,
): Promise<CalendarRow[]> => {
  const { rows } = await sql<CalendarRow>`
    select first.day, first.task_oid as "taskOID", first.name as "taskName",
      coalesce(flight.route_oid, (first.arrangement ->> 'routeOID')::uuid) as "routeOID", dock.oid as "dockOID",
      dock.name as "dockName", first.wall_time as wall, first.time_zone as "timeZone",
      (extract(epoch from first.due_at) * 1000)::float8 as at, first.state, first.reason,
      first.reason_values as "reasonValues", first.flight_oid as "flightOID"
    from (select run.*, ${dayOf(span.timeZone)} as day, row_number() over (
        partition by ${dayOf(span.timeZone)} order by run.due_at, run.task_oid, run.wall_time) as turn
      from ${runsIn(span, caller, now)}) first
    left join flight on flight.oid = first.flight_oid
    left join dock on dock.oid = coalesce(flight.dock_oid, (first.arrangement ->> 'dockOID')::uuid)
      and ${inScope('dock.group_oid', caller)}
    where first.turn <= ${span.perDay}
    order by first.day, first.turn`.execute(db);
  return rows;
};

/** How many runs each day of a span has, by what became of them. */
export const calendarCounts = async (
  db: DbOrTrx,
  caller: Caller,
  span: CalendarSpan,
  now: Date,
): Promise<{ day: string; state: OccurrenceState; count: number }[]> => {
  const { rows } = await sql<{ day: string; state: OccurrenceState; count: number }>`
    select ${dayOf(span.timeZone)} as day, run.state, count(*)::int as count
    from ${runsIn(span, caller, now)} group by 1, 2 order by 1, 2`.execute(db);
  return rows;
};

/** How many of the tasks that a caller sees are not reckoned up to a moment. */
export const unreckoned = async (db: DbOrTrx, caller: Caller, to: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from task
    where ${comes} and ${reckonedBefore(to)} and ${inScope('task.group_oid', caller)}`.execute(db);
  return rows[0]?.count ?? 0;
};
