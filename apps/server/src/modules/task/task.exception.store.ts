import type { RunException } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { startOrdered } from './task.launch.store.ts';
import { lastMoment, type ReasonValues } from './task.occurrence.store.ts';

const day = 86_400_000;
/** No zone is further from UTC than that, so that wall times can be compared with a moment. */
const wallBefore = (moment: number): string => new Date(moment - day).toISOString().slice(0, 16);

/** Runs of a task that were moved or cancelled, but for those that both were and are to come before a moment. */
export const exceptionsOf = async (db: DbOrTrx, taskOID: string, after: number): Promise<RunException[]> => {
  const { rows } = await sql<RunException>`select wall_time as wall, moved_to as "movedTo" from task_exception
    where task_oid = ${taskOID}::uuid
      and greatest(wall_time, coalesce(moved_to, '')) >= ${wallBefore(after)}
    order by wall_time`.execute(db);
  return rows;
};

export const putException = async (
  trx: DbOrTrx,
  made: RunException & { taskOID: string; reason: string; memberOID: string; at: Date },
): Promise<void> => {
  const changed = { moved_to: made.movedTo, reason: made.reason, made_by: made.memberOID, made_at: made.at };
  await trx
    .insertInto('task_exception')
    .values({ task_oid: made.taskOID, wall_time: made.wall, ...changed })
    .onConflict((conflict) => conflict.columns(['task_oid', 'wall_time']).doUpdateSet(changed))
    .execute();
};

/** Lets runs come as the schedule says; rows that only say that they were cancelled, and due after a moment, go as well. */
export const dropExceptions = async (
  trx: DbOrTrx,
  taskOID: string,
  walls: readonly string[],
  dueAfter: Date,
): Promise<void> => {
  if (walls.length === 0) return;
  await trx
    .deleteFrom('task_exception')
    .where('task_oid', '=', taskOID)
    .where('wall_time', 'in', [...walls])
    .execute();
  await sql`delete from task_occurrence where ${cancelledAhead(taskOID, walls, dueAfter)}`.execute(trx);
};

const cancelledAhead = (taskOID: string, walls: readonly string[], now: Date) => sql`
  task_oid = ${taskOID}::uuid and wall_time = any(${[...walls]}::text[]) and due_at > ${now}
  and state = 'cancelled' and reason = 'runCancelled' and flight_oid is null`;

/** Gives runs that were moved or cancelled to the task that goes on from theirs. */
export const passExceptions = async (
  trx: DbOrTrx,
  { from, to }: { from: string; to: string },
  walls: readonly string[],
  now: Date,
): Promise<void> => {
  if (walls.length === 0) return;
  await trx
    .updateTable('task_exception')
    .set({ task_oid: to })
    .where('task_oid', '=', from)
    .where('wall_time', 'in', [...walls])
    .execute();
  await sql`update task_occurrence set task_oid = ${to}::uuid
    where ${cancelledAhead(from, walls, now)}`.execute(trx);
};

/** Makes a task the one that goes on from another, in the department of that one. */
export const setFollows = async (
  trx: DbOrTrx,
  oid: string,
  before: { oid: string; groupRoot: string; groupOID: string },
): Promise<void> => {
  await trx
    .updateTable('task')
    .set({ follows: before.oid, group_root: before.groupRoot, group_oid: before.groupOID })
    .where('oid', '=', oid)
    .execute();
};

/** What there is of a run. */
export interface RunRow {
  oid: string;
  state: string;
  reason: string | null;
  dueAt: Date;
  /** The last moment at which it may begin, as long as it is planned. */
  lastAt: Date;
  flightOID: string | null;
}

/** The row of a run; while its task is locked only whoever arranges its flight changes it. */
export const runRow = async (db: DbOrTrx, taskOID: string, wall: string): Promise<RunRow | undefined> => {
  const { rows } =
    await sql<RunRow>`select task_occurrence.oid, task_occurrence.state, task_occurrence.reason,
      due_at as "dueAt", flight_oid as "flightOID", ${lastMoment} as "lastAt"
    from task_occurrence join task on task.oid = task_occurrence.task_oid
    where task_oid = ${taskOID}::uuid and wall_time = ${wall}`.execute(db);
  return rows[0];
};

/** True while somebody starts a flight by hand, nobody knows what became of that, or it has begun. */
export const isStarting = async (trx: DbOrTrx, flightOID: string): Promise<boolean> => {
  const { rows } = await sql<{ starting: boolean }>`
    select flight.state = 'inFlight' or flight.state = 'created' and ${startOrdered} as starting
    from flight where oid = ${flightOID}::uuid for no key update`.execute(trx);
  return rows[0]?.starting ?? false;
};

/** A run that a person cancelled before it was planned. */
export const insertCancelled = async (
  trx: DbOrTrx,
  run: {
    oid: string;
    taskOID: string;
    wall: string;
    timeZone: string;
    dueAt: Date;
    values: ReasonValues;
    at: Date;
  },
): Promise<void> => {
  await trx
    .insertInto('task_occurrence')
    .values({
      oid: run.oid,
      task_oid: run.taskOID,
      wall_time: run.wall,
      time_zone: run.timeZone,
      due_at: run.dueAt,
      state: 'cancelled',
      reason: 'runCancelled',
      reason_values: JSON.stringify(run.values),
      decided_at: run.at,
    })
    .execute();
};
