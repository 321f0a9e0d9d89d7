import {
  limits,
  type MissedChoice,
  type OccurrenceState,
  type RunStanding,
  type ScheduledRun,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { column, defineList, descending, reading } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import { wireOf } from '../dock/index.ts';

/** What the words of a reason name. */
export type ReasonValues = Record<string, string | number>;

type Scope = { groupRoot: string; groupOID: string };
const { planAtOnce } = limits.task;

export const occurrenceList = defineList({
  table: 'task_occurrence',
  scope: ({ caller }) =>
    sql<boolean>`exists (select 1 from task where task.oid = task_occurrence.task_oid
      and ${inScope('task.group_oid', caller)})`,
  columns: {
    oid: 'oid',
    taskOID: 'task_oid',
    wall: 'wall_time',
    timeZone: 'time_zone',
    dueAt: 'due_at',
    movedTo: 'moved_to',
    state: 'state',
    reason: 'reason',
    reasonValues: column<ReasonValues | null>('reason_values'),
    standing: sql<RunStanding | null>`(select run_verdict.standing from run_verdict
      where run_verdict.task_oid = task_occurrence.task_oid and run_verdict.wall_time = task_occurrence.wall_time
        and run_verdict.due_at = task_occurrence.due_at and task_occurrence.state = 'planned')`,
    flightOID: 'flight_oid',
    decidedAt: 'decided_at',
    choice: 'choice',
    chosenBy: sql<
      string | null
    >`(select member.name from member where member.oid = task_occurrence.chosen_by)`,
    choiceUntil: 'choice_until',
  },
  filters: { taskOID: (oid: string) => sql<boolean>`task_occurrence.task_oid = ${oid}::uuid` },
  sort: { '-dueAt': [descending('task_occurrence.due_at')] },
  order: '-dueAt',
  name: 'wall',
  unversioned: true,
});
export const occurrences = reading(occurrenceList);

/** A run that is planned, or that was missed and is to fly all the same, with the task that it is of. */
export interface PlannedRun {
  oid: string;
  state: OccurrenceState;
  /** The key of its order. */
  startKey: string;
  choice: MissedChoice | null;
  taskOID: string;
  taskName: string;
  groupRoot: string;
  groupOID: string;
  wall: string;
  timeZone: string;
  dueAt: Date;
  /** The flight that it becomes; null: none is arranged yet. */
  flightOID: string | null;
  /** What stands in its way, as it was found last, and when that was. */
  lookedAt: Date | null;
  reason: string | null;
  reasonValues: ReasonValues | null;
  /** Until when it may begin that found its dock busy; null: it did not. */
  waitUntil: Date | null;
  /** The dock that it flies from instead of the one of its task. */
  otherDockOID: string | null;
}

/** A timed task of which no run is planned. */
export interface Plannable {
  oid: string;
  rule: string;
  plannedTo: Date | null;
}

const toPlan = sql`task.schedule_rule is not null and not task.paused and not task.schedule_over
  and task.deleted_at is null and not exists (select 1 from task_occurrence
    where task_occurrence.task_oid = task.oid and task_occurrence.state = 'planned')`;

/** Oids of tasks that wait for their next run to be planned. */
export const plannableTasks = async (db: DbOrTrx): Promise<string[]> => {
  const { rows } = await sql<{ oid: string }>`select task.oid from task where ${toPlan}
    order by task.oid limit ${planAtOnce}`.execute(db);
  return rows.map(({ oid }) => oid);
};

/** A task that waits for it; it stays as it is until the transaction ends. Whoever holds it is waited for. */
export const lockPlannable = async (trx: DbOrTrx, oid: string): Promise<Plannable | undefined> => {
  await sql`select task.oid from task where task.oid = ${oid}::uuid for no key update`.execute(trx);
  // Asked once it is held: before, somebody else may have planned.
  const { rows } = await sql<Plannable>`
    select task.oid, task.schedule_rule as rule, task.planned_to as "plannedTo" from task
    where ${toPlan} and task.oid = ${oid}::uuid`.execute(trx);
  return rows[0];
};

/** Plans a run once. False: there is a row of it, whatever became of it. */
export const insertRun = async (
  trx: DbOrTrx,
  run: ScheduledRun & { oid: string; taskOID: string; timeZone: string },
): Promise<boolean> => {
  const result = await trx
    .insertInto('task_occurrence')
    .values({
      oid: run.oid,
      task_oid: run.taskOID,
      wall_time: run.wall,
      time_zone: run.timeZone,
      due_at: new Date(run.at),
      moved_to: run.movedTo ?? null,
    })
    .onConflict((conflict) => conflict.columns(['task_oid', 'wall_time']).doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
};

export const setPlanned = async (
  trx: DbOrTrx,
  taskOID: string,
  planned: { to: Date | null; over: boolean },
): Promise<void> => {
  await trx
    .updateTable('task')
    .set({ planned_to: planned.to, schedule_over: planned.over })
    .where('oid', '=', taskOID)
    .execute();
};

/** What is planned next begins now: what fell due before stays decided, or is decided yet. */
export const planFromNow = async (trx: DbOrTrx, taskOID: string, now: Date): Promise<void> => {
  await sql`update task set planned_to = least(planned_to, ${now}), schedule_over = false
    where oid = ${taskOID}::uuid`.execute(trx);
};

export const plannedRun = sql`task_occurrence.oid, task_occurrence.state, task_occurrence.choice,
  coalesce(task_occurrence.start_key, task_occurrence.oid) as "startKey", task_occurrence.task_oid as "taskOID", task.name as "taskName",
  task.group_root as "groupRoot", task.group_oid as "groupOID", task_occurrence.wall_time as wall,
  task_occurrence.time_zone as "timeZone", task_occurrence.due_at as "dueAt",
  task_occurrence.flight_oid as "flightOID", task_occurrence.looked_at as "lookedAt", task_occurrence.reason,
  task_occurrence.reason_values as "reasonValues", task_occurrence.wait_until as "waitUntil",
  task_occurrence.other_dock_oid as "otherDockOID"`;

/** The moment at which the window of a run ends that waits for a condition; null: it waits for none, or a person decided. */
export const conditionUntil = sql<Date | null>`(task_occurrence.due_at + case when task_occurrence.choice is null
  then (task.arrangement -> 'condition' ->> 'minutes')::float8 end * interval '1 minute')`;

/** The last moment at which a planned run may begin. */
export const lastMoment = sql<Date>`coalesce(task_occurrence.choice_until, task_occurrence.wait_until, ${conditionUntil},
  task_occurrence.due_at + ${limits.task.launchWithin}::float8 * interval '1 millisecond')`;

/** It is to fly: as planned, or because somebody wants it after it was missed. */
export const isToFly = sql<boolean>`(task_occurrence.state = 'planned' or task_occurrence.choice_until is not null)`;

const overdue = (now: Date) => sql`task_occurrence join task on task.oid = task_occurrence.task_oid
  where ${isToFly} and task_occurrence.due_at < ${now} and ${lastMoment} < ${now}
    and not task.paused and task.deleted_at is null`;

/**
 * Ends the time of runs that were due when a backup was restored: whether they flew since it was made nobody knows, so that
 * they are missed, however long they might have waited.
 */
export const endRestoredRuns = async (trx: DbOrTrx, at: Date): Promise<void> => {
  const ended = new Date(at.getTime() - 1);
  await sql`update task_occurrence set reason = null, reason_values = null,
      choice_until = case when choice_until is not null then least(choice_until, ${ended}) end, wait_until = least(coalesce(wait_until, ${ended}), ${ended})
    where ${isToFly} and due_at <= ${at}`.execute(trx);
};

/** Oids of planned runs whose last moment is past, the first due first. */
export const overdueRuns = async (db: DbOrTrx, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ oid: string }>`select task_occurrence.oid from ${overdue(now)}
    order by task_occurrence.due_at limit ${planAtOnce}`.execute(db);
  return rows.map(({ oid }) => oid);
};

/** One of them, held with its task. Whoever is just changing the task decides about its run: undefined then. */
export const lockOverdue = async (trx: DbOrTrx, oid: string, now: Date): Promise<PlannedRun | undefined> => {
  const { rows } = await sql<PlannedRun>`select ${plannedRun} from ${overdue(now)}
    and task_occurrence.oid = ${oid}::uuid
    for no key update of task, task_occurrence skip locked`.execute(trx);
  return rows[0];
};

/** The planned runs of tasks that the caller of this has locked. */
export const plannedOf = async (trx: DbOrTrx, taskOIDs: readonly string[]): Promise<PlannedRun[]> => {
  const { rows } = await sql<PlannedRun>`select ${plannedRun}
    from task_occurrence join task on task.oid = task_occurrence.task_oid
    where task_occurrence.state = 'planned' and task_occurrence.task_oid = any(${[...taskOIDs]}::uuid[])
    for no key update of task_occurrence`.execute(trx);
  return rows;
};

/** Takes back runs that were not due yet: nothing became of them, and their times may be planned again. */
export const dropRuns = async (trx: DbOrTrx, oids: readonly string[]): Promise<void> => {
  if (oids.length === 0) return;
  await trx
    .deleteFrom('task_occurrence')
    .where('oid', 'in', [...oids])
    .where('state', '=', 'planned')
    .execute();
};

export interface Decided {
  state: Exclude<OccurrenceState, 'planned'>;
  reason: string | null;
  values?: ReasonValues | null;
  at: Date;
}

/** What became of a run. @param from what it was before; anything else is left as it is */
export const decideRun = async (
  trx: DbOrTrx,
  oid: string,
  decided: Decided,
  from: OccurrenceState = 'planned',
): Promise<void> => {
  await trx
    .updateTable('task_occurrence')
    .set({
      state: decided.state,
      reason: decided.reason,
      reason_values: decided.values ? JSON.stringify(decided.values) : null,
      decided_at: decided.at,
      choice_until: null,
      to_notify: decided.state === 'missed' || decided.reason === 'startUnknown',
      // Missed once more, it is chosen for once more.
      ...(decided.state === 'missed' ? { choice: null, chosen_by: null, chosen_at: null } : {}),
    })
    .where('oid', '=', oid)
    .where('state', '=', from)
    .execute();
};

/** Runs of one task of which people are to be notified. */
export interface RunsToNotify {
  groupOID: string;
  taskName: string;
  /** They were missed, or nobody knows whether they took off. */
  kind: 'taskMissed' | 'taskStartUnknown';
  /** When the last of them was due, on the clock of its task. */
  wall: string;
  count: number;
}

/** Takes the runs of which people are to be notified, by their tasks; they are taken when the transaction ends. */
export const takeRunsToNotify = async (trx: DbOrTrx, most: number): Promise<RunsToNotify[]> => {
  const { rows } = await sql<RunsToNotify>`with found as (
      select oid from task_occurrence where to_notify order by task_oid limit ${most} for update skip locked),
    taken as (update task_occurrence set to_notify = false from found where found.oid = task_occurrence.oid
      returning task_occurrence.task_oid, task_occurrence.wall_time,
        case task_occurrence.state when 'missed' then 'taskMissed' else 'taskStartUnknown' end as kind)
    select task.group_oid as "groupOID", task.name as "taskName", taken.kind, max(taken.wall_time) as wall,
      count(*)::float8 as count from taken join task on task.oid = taken.task_oid group by task.oid, taken.kind`.execute(
    trx,
  );
  return rows;
};

/** Why a run that waited for its condition did not begin, at the end of its window. */
export const unmetOf = async (
  trx: DbOrTrx,
  { oid }: Pick<PlannedRun, 'oid'>,
): Promise<{ reason: string; values: ReasonValues }> => {
  const { rows } = await sql<{ battery: number; minutes: number; prepared: boolean; code: number | null }>`
    select coalesce(held.battery, (task.arrangement -> 'condition' ->> 'battery')::int) as battery,
      (task.arrangement -> 'condition' ->> 'minutes')::int as minutes,
      held.prepared_at is not null as prepared,
      (select case when command.state = 'rejected' then command.ack_code end from command
        where command.oid = held.prepare_oid) as code
    from task_occurrence join task on task.oid = task_occurrence.task_oid
      left join flight_condition held on held.flight_oid = task_occurrence.flight_oid
    where task_occurrence.oid = ${oid}::uuid`.execute(trx);
  const [found] = rows;
  const values = { battery: found?.battery ?? 0, minutes: found?.minutes ?? 0 };
  if (found?.prepared) return { reason: 'conditionUnmet', values };
  return typeof found?.code === 'number'
    ? { reason: 'conditionRefused', values: { ...values, code: found.code } }
    : { reason: 'conditionUnprepared', values };
};

/** True when the dock is none of the Cloud API: the open contract has no word for a condition. */
export const isOpenDock = async (trx: DbOrTrx, dockOID: string): Promise<boolean> => {
  const dock = await trx.selectFrom('dock').select('vendor').where('oid', '=', dockOID).executeTakeFirst();
  return dock !== undefined && wireOf(dock) === 'open';
};

/** True when the dock or the route is not there for whoever arranges a task. */
export const isArrangementGone = async (
  trx: DbOrTrx,
  scope: Scope,
  { routeOID, dockOID }: { routeOID: string; dockOID: string },
): Promise<boolean> => {
  const dock = await trx
    .selectFrom('dock')
    .select('oid')
    .where('oid', '=', dockOID)
    .where('kind', '=', 'dock')
    .where('deleted_at', 'is', null)
    .where('retired_at', 'is', null)
    .where(inScope('dock.group_oid', scope))
    .executeTakeFirst();
  const route = await trx
    .selectFrom('route')
    .select('oid')
    .where('oid', '=', routeOID)
    .where('deleted_at', 'is', null)
    .where(inScope('route.group_oid', scope))
    .executeTakeFirst();
  return !dock || !route;
};
