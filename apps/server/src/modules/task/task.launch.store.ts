import type { TaskArrangement } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { plannedRun, type PlannedRun, type ReasonValues } from './task.occurrence.store.ts';

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** A run that comes soon, with what its flight is arranged with. */
export interface ComingRun extends PlannedRun {
  arrangement: TaskArrangement;
  /** In whose name it flies. */
  memberOID: string;
}

const comingRun = sql`${plannedRun}, task.arrangement, task.arranged_by as "memberOID"`;
const coming = sql`task_occurrence.state = 'planned' and not task.paused and task.deleted_at is null`;

/** Planned runs that are due from `since` to `until` and have no flight yet, the first due first. */
export const runsToArrange = async (
  db: DbOrTrx,
  { since, until, most }: { since: Date; until: Date; most: number },
): Promise<ComingRun[]> => {
  const { rows } = await sql<ComingRun>`select ${comingRun}
    from task_occurrence join task on task.oid = task_occurrence.task_oid
    where ${coming} and task_occurrence.flight_oid is null
      and task_occurrence.due_at between ${since} and ${until}
    order by task_occurrence.due_at limit ${most}`.execute(db);
  return rows;
};

/** Gives a run its flight. False: it was taken back meanwhile, or has one. */
export const giveFlight = async (db: DbOrTrx, oid: string, flightOID: string): Promise<boolean> => {
  const result = await db
    .updateTable('task_occurrence')
    .set({ flight_oid: flightOID, reason: null, reason_values: null })
    .where('oid', '=', oid)
    .where('state', '=', 'planned')
    .where('flight_oid', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

/** What stands in the way of a run as long as it may still come. */
export const noteObstacle = async (
  db: DbOrTrx,
  oid: string,
  { reason, values }: { reason: string; values: ReasonValues | null },
): Promise<void> => {
  await db
    .updateTable('task_occurrence')
    .set({ reason, reason_values: values ? JSON.stringify(values) : null })
    .where('oid', '=', oid)
    .where('state', '=', 'planned')
    .execute();
};

/** A run whose time has come. */
export interface DueRun extends ComingRun {
  flightOID: string;
  flightState: 'created' | 'inFlight' | 'over';
  /** Somebody is just starting it by hand, or nobody knows what became of that. */
  starting: boolean;
  dockOID: string;
}

/**
 * Runs that are due from `since` to `until` and have their flight, held with their tasks and flights until the
 * transaction ends. What somebody else holds is being decided there.
 */
export const lockDueRuns = async (
  trx: DbOrTrx,
  { since, until, most }: { since: Date; until: Date; most: number },
): Promise<DueRun[]> => {
  const { rows } = await sql<DueRun>`select ${comingRun}, flight.state as "flightState",
      flight.dock_oid as "dockOID",
      exists (select 1 from command where command.flight_oid = flight.oid and command.method = 'startJob'
        and command.state in ('drafted', 'authorised', 'sent', 'accepted', 'in_progress', 'unknown', 'accepted_late')) as starting
    from task_occurrence
      join task on task.oid = task_occurrence.task_oid
      join flight on flight.oid = task_occurrence.flight_oid
    where ${coming} and task_occurrence.due_at between ${since} and ${until}
    order by task_occurrence.due_at, task_occurrence.oid limit ${most}
    for no key update of task, task_occurrence, flight skip locked`.execute(trx);
  return rows;
};

/** A run whose start was ordered, and how far that has come. */
export interface LaunchingRun extends PlannedRun {
  flightOID: string;
  flightState: 'created' | 'inFlight' | 'over';
  commandState: string;
  commandReason: string | null;
  /** Values of the reason as JSON, or a word. */
  commandDetail: string | null;
  commandCode: number | null;
}

/** The same, held with their flights. */
export const lockLaunching = async (trx: DbOrTrx, most: number): Promise<LaunchingRun[]> => {
  const { rows } = await sql<LaunchingRun>`select ${plannedRun}, flight.state as "flightState",
      command.state as "commandState", command.reason as "commandReason", command.detail as "commandDetail",
      command.ack_code as "commandCode"
    from task_occurrence
      join task on task.oid = task_occurrence.task_oid
      join flight on flight.oid = task_occurrence.flight_oid
      join command on command.flight_oid = flight.oid and command.method = 'startJob'
        and command.idempotency_key = task_occurrence.oid::text
    where task_occurrence.state = 'launching'
      and (flight.state <> 'created' or command.state not in ('drafted', 'authorised', 'sent', 'unknown'))
    order by task_occurrence.due_at limit ${most}
    for no key update of task_occurrence, flight skip locked`.execute(trx);
  return rows;
};

/**
 * Whether an order is the start of a run that has come: the run has its key and its flight, and the order is in the name
 * of whoever arranged the task. It holds for each step of the order.
 */
export const isScheduledStart = async (
  trx: DbOrTrx,
  { key, flightOID, issuedBy }: { key: string; flightOID: string | null; issuedBy: string },
): Promise<boolean> =>
  isUuid(key) &&
  (await trx
    .selectFrom('task_occurrence')
    .innerJoin('task', 'task.oid', 'task_occurrence.task_oid')
    .select('task_occurrence.oid')
    .where('task_occurrence.oid', '=', key)
    .where('task_occurrence.flight_oid', '=', flightOID)
    .where('task_occurrence.state', 'in', ['launching', 'launched'])
    .where('task.arranged_by', '=', issuedBy)
    .executeTakeFirst()) !== undefined;
