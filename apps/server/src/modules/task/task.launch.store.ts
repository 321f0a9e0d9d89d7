import {
  limits,
  openCommandStates,
  startMethods,
  type BusyChoice,
  type RefusalReason,
  type TaskArrangement,
} from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { Obstacle } from './obstacle.ts';
import { conditionUntil, isToFly, lastMoment, plannedRun, type PlannedRun } from './task.occurrence.store.ts';

/** A run that comes soon, with what its flight is arranged with. */
export interface ComingRun extends PlannedRun {
  arrangement: TaskArrangement;
  /** In whose name it flies. */
  memberOID: string;
  /** What it does where its dock is busy. */
  busyDock: BusyChoice;
  busyMinutes: number;
  /** It is to fly from another dock. */
  seeksDock: boolean;
  /** Until when it may begin that waits for a condition; null: it waits for none, or a person decided. */
  conditionUntil: Date | null;
}

/** As the task says, else as its organisation decided. */
const decided = (field: 'busyDock' | 'busyMinutes', otherwise: string) =>
  sql`coalesce(task.arrangement ->> ${sql.lit(field)}, (select policy ->> ${sql.lit(field)} from organisation
    where organisation.oid = task.group_root), ${sql.lit(otherwise)})`;
const busyDock = decided('busyDock', 'skip');
const comingRun = sql`${plannedRun}, task.arrangement, task.arranged_by as "memberOID", ${busyDock} as "busyDock",
  ${decided('busyMinutes', String(limits.task.queue.minutesUsual))}::float8 as "busyMinutes",
  task_occurrence.seeks_dock as "seeksDock", ${conditionUntil} as "conditionUntil"`;
const coming = sql`${isToFly} and not task.paused and task.deleted_at is null`;

interface Ahead {
  now: Date;
  until: Date;
  most: number;
}
interface Window {
  since: Date;
  until: Date;
  most: number;
}

/** Between now and a moment, or late and still in time. */
const inTime = ({ now, until }: Pick<Ahead, 'now' | 'until'>) =>
  sql`task_occurrence.due_at <= ${until} and ${lastMoment} >= ${now}`;

/**
 * Planned runs that are due until `until`, may begin yet and have no flight, the first due first. One that could not be
 * arranged within that time is tried again from when it is due by `again`; one that was missed and is wanted, or that is
 * due and waits for a condition, where it was not looked at after `lookedBefore`: to judge a route takes long.
 */
export const runsToArrange = async (
  db: DbOrTrx,
  { most, again, ahead, lookedBefore, ...span }: Ahead & { again: Date; ahead: number; lookedBefore: Date },
): Promise<ComingRun[]> => {
  const { rows } = await sql<ComingRun>`select ${comingRun}
    from task_occurrence join task on task.oid = task_occurrence.task_oid
    where ${coming} and task_occurrence.flight_oid is null and ${inTime(span)}
      and ((task_occurrence.choice_until is null
          and (${conditionUntil} is null or task_occurrence.due_at > ${span.now}))
        or task_occurrence.looked_at is null or task_occurrence.looked_at <= ${lookedBefore})
      and (task_occurrence.reason is null or task_occurrence.due_at <= ${again}
        or task_occurrence.looked_at < task_occurrence.due_at - ${ahead}::float8 * interval '1 millisecond')
    order by task_occurrence.due_at limit ${most}`.execute(db);
  return rows;
};

/** Planned runs that are due from `since` to `until` and were not looked at after `lookedBefore`, those never first. */
export const runsToForesee = async (
  db: DbOrTrx,
  { since, until, most, lookedBefore }: Window & { lookedBefore: Date },
): Promise<ComingRun[]> => {
  const { rows } = await sql<ComingRun>`select ${comingRun}
    from task_occurrence join task on task.oid = task_occurrence.task_oid
    where ${coming} and task_occurrence.flight_oid is null
      and task_occurrence.due_at between ${since} and ${until}
      and (task_occurrence.looked_at is null or task_occurrence.looked_at < ${lookedBefore})
    order by task_occurrence.looked_at nulls first, task_occurrence.due_at limit ${most}`.execute(db);
  return rows;
};

/** Gives a run its flight. False: it was taken back meanwhile, or has one. */
export const giveFlight = async (db: DbOrTrx, oid: string, flightOID: string): Promise<boolean> => {
  const result = await db
    .updateTable('task_occurrence')
    .set({ flight_oid: flightOID, reason: null, reason_values: null })
    .where('oid', '=', oid)
    .where(isToFly)
    .where('flight_oid', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

/** What stands in the way of a run as long as it may still come, found at a moment; null: nothing does. */
export const recordObstacle = async (
  db: DbOrTrx,
  oid: string,
  obstacle: Obstacle | null,
  at: Date,
): Promise<void> => {
  const { reason, values } = obstacle ?? { reason: null, values: null };
  await db
    .updateTable('task_occurrence')
    .set({ reason, reason_values: values ? JSON.stringify(values) : null, looked_at: at })
    .where('oid', '=', oid)
    .where(isToFly)
    .execute();
};

/** That a run was looked at, whatever became of that. */
export const recordLook = async (db: DbOrTrx, oid: string, at: Date): Promise<void> => {
  await db.updateTable('task_occurrence').set({ looked_at: at }).where('oid', '=', oid).execute();
};

/** A run whose time has come. */
export interface DueRun extends ComingRun {
  flightOID: string;
  flightState: 'created' | 'inFlight' | 'over';
  /** Somebody is just starting it by hand, or nobody knows what became of that. */
  starting: boolean;
  /** The start of another flight of its dock is on its way. */
  startBeside: boolean;
  dockOID: string;
  /** When its dock reported that what it waits for has come. */
  readyAt: Date | null;
}

/** A run that is found due, before it is held. */
export interface FoundRun extends Pick<DueRun, 'oid' | 'flightOID' | 'dockOID' | 'waitUntil' | 'lookedAt'> {
  /** It does not give up at once where its dock is busy; what waits for a condition does so once its dock is ready. */
  mayWait: boolean;
  /** It has a window in which it waits for a condition. */
  conditional: boolean;
}

/** Why an order was refused that may be given again: a gateway has just taken the dock over, or cannot reach a part. */
export const passingRefusals: readonly RefusalReason[] = [
  'dockOffline',
  'stateStale',
  'startingUp',
  'brokerDown',
  'databaseDown',
];
/** One that was refused so waits a little before the next. */
const rests = ({ now }: Pick<Ahead, 'now'>) => sql`(task_occurrence.reason is not null
  and task_occurrence.reason = any(${[...passingRefusals, 'gateBlocked']}::text[])
  and task_occurrence.looked_at > ${new Date(now.getTime() - limits.task.launchAgain)})`;

/** It waits for its condition, which was found before: only its dock, or a person, lets it go on. */
const awaits = sql`(${conditionUntil} is not null and flight.state = 'created'
  and task_occurrence.reason = 'awaitsCondition' and held.ready_at is null)`;
/** A condition that holds a run holds it only as long as it waits at its dock. */
const held = sql`flight_condition held on held.flight_oid = flight.oid and held.closed_at is null`;

/** Runs that are due, may begin yet and have their flight, the first due first; none that wait for their condition. */
export const dueRuns = async (db: DbOrTrx, { most, ...span }: Ahead): Promise<FoundRun[]> => {
  const { rows } = await sql<FoundRun>`select task_occurrence.oid, task_occurrence.flight_oid as "flightOID",
      flight.dock_oid as "dockOID", task_occurrence.wait_until as "waitUntil",
      task_occurrence.looked_at as "lookedAt",
      case when ${conditionUntil} is not null then held.ready_at is not null
        else ${busyDock} <> 'skip' or coalesce(task_occurrence.choice = 'nextFree', false) end as "mayWait",
      ${conditionUntil} is not null as conditional
    from task_occurrence join task on task.oid = task_occurrence.task_oid
      join flight on flight.oid = task_occurrence.flight_oid
      left join ${held}
    where ${coming} and ${inTime(span)} and not ${rests(span)} and not coalesce(${awaits}, false)
    order by task_occurrence.due_at, task_occurrence.oid limit ${most}`.execute(db);
  return rows;
};

/** The start of `flight` was ordered, and it is not known that nothing came of it. */
export const startOrdered = sql<boolean>`exists (select 1 from command where command.flight_oid = flight.oid
  and command.method = 'startJob' and command.state = any(${[...openCommandStates]}::text[]))`;

/** The start of another flight of its dock is on its way: of two that are due at once one is first. */
const startBeside = sql<boolean>`exists (select 1 from command join flight other on other.oid = command.flight_oid
  where command.dock_oid = flight.dock_oid and other.oid <> flight.oid and other.state <> 'over'
    and command.method = any(${[...startMethods]}::text[])
    and command.state in ('drafted', 'authorised', 'sent', 'unknown'))`;

/**
 * One of them, held with its task and its flight until the transaction ends. Undefined: it is decided, or whoever holds
 * it is deciding.
 */
export const lockDueRun = async (trx: DbOrTrx, oid: string): Promise<DueRun | undefined> => {
  const { rows } = await sql<DueRun>`select ${comingRun}, flight.state as "flightState",
      flight.dock_oid as "dockOID",
      ${startOrdered} as starting, ${startBeside} as "startBeside",
      (select held.ready_at from flight_condition held
        where held.flight_oid = flight.oid and held.closed_at is null) as "readyAt"
    from task_occurrence
      join task on task.oid = task_occurrence.task_oid
      join flight on flight.oid = task_occurrence.flight_oid
    where ${coming} and task_occurrence.oid = ${oid}::uuid
    for no key update of task, task_occurrence, flight skip locked`.execute(trx);
  return rows[0];
};

/** A run whose start was ordered and of which it is known what became of that. */
export interface OrderedRun extends PlannedRun {
  flightOID: string;
  /** Its flight has begun. */
  begun: boolean;
  begunAt: Date | null;
  /** It waited for a condition. */
  conditional: boolean;
  commandState: string;
  commandReason: string | null;
  /** Who wanted it after it was missed; null: it was not missed. */
  chosenBy: string | null;
  /** Values of the reason as JSON, or a word. */
  commandDetail: string | null;
  commandCode: number | null;
  /** Until when it may begin that waits for a condition; null: it waits for none, or a person decided. */
  conditionUntil: Date | null;
  /** The order came to nothing before anything left, and the run is in time. */
  mayStartAgain: boolean;
  /** The pre-flight check found nothing but what the dock had yet to report. */
  gateAwaitsReports: boolean;
}

/** Its flight has begun or is over, or its order came to nothing; what the device only accepted is not enough. */
const settled = sql`task_occurrence.state = 'launching' and (flight.start_time is not null or flight.state = 'over'
  or command.state in ('failed', 'expired', 'rejected'))`;
const ordered = sql`task_occurrence
  join task on task.oid = task_occurrence.task_oid
  join flight on flight.oid = task_occurrence.flight_oid
  join command on command.flight_oid = flight.oid and command.method = 'startJob'
    and command.idempotency_key = coalesce(task_occurrence.start_key, task_occurrence.oid)::text`;

/** Oids of such runs, the first due first. */
export const settledRuns = async (db: DbOrTrx, most: number): Promise<string[]> => {
  const { rows } = await sql<{ oid: string }>`select task_occurrence.oid from ${ordered}
    where ${settled} order by task_occurrence.due_at limit ${most}`.execute(db);
  return rows.map(({ oid }) => oid);
};

/** Of an order that was never let out its history has two steps: it was drafted, and it failed. */
const startsAgain = (now: Date) => sql`(command.state = 'failed' and command.sent_at is null
  and not exists (select 1 from jsonb_array_elements(command.history) as steps(step)
    where steps.step ->> 'state' not in ('drafted', 'failed'))
  and flight.state = 'created' and not task.paused and task.deleted_at is null and ${lastMoment} >= ${now})`;

/** All that keeps the aircraft on the ground is what its dock has not reported yet, or not since long. */
const awaitsReports = sql`(flight.gate is not null and not exists (select 1 from jsonb_array_elements(flight.gate) as items(item)
  where items.item ->> 'blocks' = 'true' and coalesce(items.item ->> 'reason', '') not in ('notTold', 'stale')))`;

/**
 * One of them, held with its task and its flight. Undefined: it is decided, or whoever holds it is deciding.
 */
export const lockSettledRun = async (
  trx: DbOrTrx,
  oid: string,
  now: Date,
): Promise<OrderedRun | undefined> => {
  const { rows } = await sql<OrderedRun>`select ${plannedRun}, flight.start_time is not null as begun,
      flight.start_time as "begunAt",
      exists (select 1 from flight_condition where flight_condition.flight_oid = flight.oid) as conditional,
      (select member.name from member where member.oid = task_occurrence.chosen_by) as "chosenBy",
      command.state as "commandState", command.reason as "commandReason", command.detail as "commandDetail",
      command.ack_code as "commandCode", ${conditionUntil} as "conditionUntil",
      ${startsAgain(now)} as "mayStartAgain", ${awaitsReports} as "gateAwaitsReports"
    from ${ordered} where ${settled} and task_occurrence.oid = ${oid}::uuid
    for no key update of task, task_occurrence, flight skip locked`.execute(trx);
  return rows[0];
};

/**
 * Lets a run be started by an order of its own key once more; the refused one keeps the key that it had.
 * @param again `until`: it waits so long for what held it; null: it begins within its time
 */
export const planAgain = async (
  trx: DbOrTrx,
  oid: string,
  again: { startKey: string; obstacle: Obstacle; until: Date | null; at: Date },
): Promise<void> => {
  await trx
    .updateTable('task_occurrence')
    .set({
      state: 'planned',
      start_key: again.startKey,
      reason: again.obstacle.reason,
      reason_values: again.obstacle.values ? JSON.stringify(again.obstacle.values) : null,
      decided_at: null,
      looked_at: again.at,
      ...(again.until && { wait_until: again.until }),
    })
    .where('oid', '=', oid)
    .where('state', '=', 'launching')
    .execute();
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
    .where(sql<boolean>`coalesce(task_occurrence.start_key, task_occurrence.oid) = ${key}::uuid`)
    .where('task_occurrence.flight_oid', '=', flightOID)
    .where('task_occurrence.state', 'in', ['launching', 'launched'])
    .where('task.arranged_by', '=', issuedBy)
    .executeTakeFirst()) !== undefined;
