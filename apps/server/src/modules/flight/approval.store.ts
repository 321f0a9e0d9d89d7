import type { ApprovalState, Clarity, FlightRecord } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import {
  ascending,
  column,
  defineList,
  descending,
  equals,
  keywordBy,
  type RowOf,
} from '../../platform/list/index.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import type { ApprovedChoices, PartMarks } from './approval.parts.ts';

/** What it was asked for is still to be flown. */
const stands = sql`(flight.state = 'created' and flight.deleted_at is null
  or task.oid is not null and task.deleted_at is null and not task.schedule_over)`;
const joined = sql`left join flight on flight.oid = flight_approval.flight_oid
  left join task on task.oid = flight_approval.task_oid`;
/** An approval that nobody needs any more waits for nobody. */
const state = sql<ApprovalState>`case when flight_approval.state = 'waiting' and not exists (
  select 1 from flight_approval own left join flight on flight.oid = own.flight_oid
    left join task on task.oid = own.task_oid where own.oid = flight_approval.oid and ${stands})
  then 'withdrawn' else flight_approval.state end`;

const routeOID = sql`coalesce(flight.route_oid, (task.arrangement ->> 'routeOID')::uuid)`;
const dockOID = sql`coalesce(flight.dock_oid, (task.arrangement ->> 'dockOID')::uuid)`;
const set = <V>(ofFlight: RawBuilder<unknown>, ofTask: RawBuilder<unknown>) =>
  sql<V | null>`coalesce(${ofFlight}, ${ofTask})`;

export const approvalList = defineList({
  table: 'flight_approval',
  scope: 'department',
  name: 'oid',
  unversioned: true,
  pageJoins: joined,
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = flight_approval.group_oid)`,
    taskOID: sql<string | null>`coalesce(task.oid, flight.task_oid)`,
    taskName: sql<
      string | null
    >`coalesce(task.name, (select name from task own where own.oid = flight.task_oid))`,
    flightOID: 'flight_oid',
    routeOID: sql<string | null>`${routeOID}`,
    routeName: sql<string | null>`(select name from route where route.oid = ${routeOID})`,
    dockOID: sql<string | null>`${dockOID}`,
    dockName: sql<string | null>`(select name from dock where dock.oid = ${dockOID})`,
    returnAltitude: set<number>(
      sql`flight.return_altitude::float8`,
      sql`(task.arrangement ->> 'returnAltitude')::float8`,
    ),
    lostAction: set<FlightRecord['lostAction']>(
      sql`flight.lost_action`,
      sql`task.arrangement ->> 'lostAction'`,
    ),
    clarity: set<Clarity>(sql`flight.clarity`, sql`task.arrangement ->> 'clarity'`),
    scheduleRule: sql<string | null>`task.schedule_rule`,
    state,
    askedByOID: 'asked_by',
    askedBy: sql<string>`(select name from member where member.oid = flight_approval.asked_by)`,
    arrangedByOID: sql<string | null>`coalesce(flight.executor_oid, task.arranged_by)`,
    askedAt: 'asked_at',
    decidedBy: sql<string | null>`(select name from member where member.oid = flight_approval.decided_by)`,
    decidedAt: 'decided_at',
    reason: 'reason',
    parts: column<PartMarks | null>('parts'),
  },
  filters: {
    state: (value: ApprovalState) => sql<boolean>`${state} = ${value}`,
    taskOID: equals('flight_approval.task_oid'),
    flightOID: equals('flight_approval.flight_oid'),
    keyword: keywordBy(
      (word) => sql<boolean>`exists (select 1 from task named where ${holdsWord('named.name', word)}
        and named.oid = coalesce(flight_approval.task_oid,
          (select task_oid from flight where flight.oid = flight_approval.flight_oid)))`,
    ),
  },
  sort: {
    askedAt: [ascending('flight_approval.asked_at')],
    '-askedAt': [descending('flight_approval.asked_at')],
  },
  order: '-askedAt',
});
export type StoredApproval = RowOf<typeof approvalList>;

/** What an approval is of. */
export type Subject = { taskOID: string } | { flightOID: string };
const ofSubject = (subject: Subject): RawBuilder<boolean> =>
  'taskOID' in subject
    ? sql<boolean>`flight_approval.task_oid = ${subject.taskOID}::uuid`
    : sql<boolean>`flight_approval.flight_oid = ${subject.flightOID}::uuid`;

export interface ApprovalRow {
  oid: string;
  state: ApprovalState;
  parts: unknown;
  /** Name of who decided. */
  by: string | null;
}

/** The newest approval of a flight or a task, withdrawn ones left out; undefined: none was ever asked for. */
export const latestApproval = async (db: DbOrTrx, subject: Subject): Promise<ApprovalRow | undefined> => {
  const { rows } = await sql<ApprovalRow>`select oid, state, parts,
      (select name from member where member.oid = flight_approval.decided_by) as by
    from flight_approval where ${ofSubject(subject)} and state <> 'withdrawn'
    order by asked_at desc, oid desc limit 1`.execute(db);
  return rows[0];
};

/** What was approved of the same thing before. */
export const lastApproved = async (db: DbOrTrx, subject: Subject): Promise<unknown> => {
  const { rows } = await sql<{ parts: unknown }>`select parts from flight_approval
    where ${ofSubject(subject)} and state = 'approved' order by asked_at desc, oid desc limit 1`.execute(db);
  return rows[0]?.parts ?? null;
};

/** Whether an approval was ever asked for. */
export const wasAsked = async (db: DbOrTrx, subject: Subject): Promise<boolean> => {
  const { rows } = await sql`select 1 from flight_approval where ${ofSubject(subject)} limit 1`.execute(db);
  return rows.length > 0;
};

/** The timed task whose run a flight is; undefined: a person arranged it. */
export const taskOfRun = async (
  db: DbOrTrx,
  flightOID: string,
): Promise<{ taskOID: string; otherDockOID: string | null } | undefined> => {
  const { rows } = await sql<{ taskOID: string; otherDockOID: string | null }>`
    select task_oid as "taskOID", other_dock_oid as "otherDockOID" from task_occurrence
    where flight_oid = ${flightOID}::uuid limit 1`.execute(db);
  return rows[0];
};

/** What of a timed task is approved beside its route. */
export interface TaskTerms {
  groupRoot: string;
  groupOID: string;
  /** Department of its dock: whose regions are rules. */
  dockGroupOID: string | null;
  name: string;
  scheduleRule: string | null;
  arrangement:
    | (ApprovedChoices & {
        routeOID: string;
        dockOID: string;
        returnAltitude: number;
        lostAction: string;
        clarity: string;
        busyDock?: string;
        busyMinutes?: number;
        condition?: unknown;
      })
    | null;
  arrangedBy: string | null;
}

export const taskTerms = async (db: DbOrTrx, taskOID: string): Promise<TaskTerms | undefined> => {
  const { rows } =
    await sql<TaskTerms>`select task.group_root as "groupRoot", task.group_oid as "groupOID", task.name,
      task.schedule_rule as "scheduleRule", task.arrangement, task.arranged_by as "arrangedBy",
      (select group_oid from dock where dock.oid = (task.arrangement ->> 'dockOID')::uuid) as "dockGroupOID"
    from task where task.oid = ${taskOID}::uuid and task.deleted_at is null`.execute(db);
  return rows[0];
};

/** Holds the thing of an approval as it is until the transaction ends. */
export const holdSubject = async (trx: DbOrTrx, subject: Subject): Promise<void> => {
  await (
    'taskOID' in subject
      ? sql`select oid from task where oid = ${subject.taskOID}::uuid for no key update`
      : sql`select oid from flight where oid = ${subject.flightOID}::uuid for no key update`
  ).execute(trx);
};

/** Whether a member sees a timed task, or a flight that a person arranged. */
export const seesSubject = async (
  db: DbOrTrx,
  scope: { groupRoot: string; groupOID: string },
  subject: Subject,
): Promise<boolean> => {
  const found =
    'taskOID' in subject
      ? sql`select 1 from task where oid = ${subject.taskOID}::uuid and deleted_at is null
          and schedule_rule is not null and ${inScope('task.group_oid', scope)}`
      : sql`select 1 from flight where oid = ${subject.flightOID}::uuid and deleted_at is null
          and route_oid is not null and ${inScope('flight.group_oid', scope)}`;
  const { rows } = await found.execute(db);
  return rows.length > 0;
};

/** Asks anew: what waited is withdrawn, what was decided stays in the record and holds no longer. */
export const insertApproval = async (
  trx: DbOrTrx,
  ask: { oid: string; groupRoot: string; groupOID: string; subject: Subject; askedBy: string; at: Date },
): Promise<void> => {
  const { subject } = ask;
  await sql`update flight_approval set state = 'withdrawn', decided_at = ${ask.at}
    where ${ofSubject(subject)} and state = 'waiting'`.execute(trx);
  await trx
    .insertInto('flight_approval')
    .values({
      oid: ask.oid,
      group_root: ask.groupRoot,
      group_oid: ask.groupOID,
      task_oid: 'taskOID' in subject ? subject.taskOID : null,
      flight_oid: 'flightOID' in subject ? subject.flightOID : null,
      asked_by: ask.askedBy,
      asked_at: ask.at,
    })
    .execute();
};

/** Decides about one that waits. False: somebody else has. */
export const decideApproval = async (
  trx: DbOrTrx,
  oid: string,
  decided: { state: 'approved' | 'rejected'; by: string; at: Date; reason: string; parts: PartMarks | null },
): Promise<boolean> => {
  const result = await trx
    .updateTable('flight_approval')
    .set({
      state: decided.state,
      decided_by: decided.by,
      decided_at: decided.at,
      reason: decided.reason,
      parts: decided.parts && JSON.stringify(decided.parts),
      notified_at: null,
    })
    .where('oid', '=', oid)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

/** The approval under which a flight begins. */
export const keepApproval = async (trx: DbOrTrx, flightOID: string, approvalOID: string): Promise<void> => {
  await trx.updateTable('flight').set({ approval_oid: approvalOID }).where('oid', '=', flightOID).execute();
};

export interface ToNotify {
  oid: string;
  state: ApprovalState;
  groupOID: string;
  name: string;
  askedBy: string;
}

/** Takes approvals of which nobody was notified yet: each is taken once, whichever server does it. */
export const takeToNotify = async (trx: DbOrTrx, most: number, at: Date): Promise<ToNotify[]> => {
  const { rows } = await sql<ToNotify>`with taken as (
      select oid from flight_approval where notified_at is null and state <> 'withdrawn'
      order by asked_at limit ${most} for update skip locked)
    update flight_approval set notified_at = ${at} from taken where taken.oid = flight_approval.oid
    returning flight_approval.oid, flight_approval.state, flight_approval.group_oid as "groupOID",
      coalesce((select name from task where task.oid = coalesce(flight_approval.task_oid,
        (select task_oid from flight where flight.oid = flight_approval.flight_oid))), '') as name,
      flight_approval.asked_by as "askedBy"`.execute(trx);
  return rows;
};

/**
 * Timed tasks and waiting flights of organisations that ask for approvals, of which none was ever asked for: such as those
 * that stood there when the organisation began to ask.
 */
export const neverAsked = async (db: DbOrTrx, most: number): Promise<Subject[]> => {
  const asking = sql`(select oid from organisation where policy -> 'approvalRequired' = 'true'::jsonb)`;
  const { rows } = await sql<{ taskOID: string | null; flightOID: string | null }>`
    (select task.oid as "taskOID", null::uuid as "flightOID" from task
      where task.group_root in ${asking} and task.schedule_rule is not null and task.deleted_at is null
        and not task.schedule_over and not exists (select 1 from flight_approval own where own.task_oid = task.oid)
      limit ${most})
    union all
    (select null, flight.oid from flight
      where flight.group_root in ${asking} and flight.state = 'created' and flight.deleted_at is null
        and flight.route_oid is not null
        and not exists (select 1 from flight_approval own where own.flight_oid = flight.oid)
        and not exists (select 1 from task_occurrence run where run.flight_oid = flight.oid)
        -- The flight of a run is arranged a moment before its run has it.
        and flight.created_at < now() - interval '2 minutes'
      limit ${most})`.execute(db);
  return rows.flatMap(({ taskOID, flightOID }): Subject[] =>
    taskOID !== null ? [{ taskOID }] : flightOID !== null ? [{ flightOID }] : [],
  );
};
