import {
  limits,
  type ParsedRequestOf,
  type ResponseOf,
  type RunConflict,
  type taskCalls,
  type TaskSchedule,
} from '@eyrie/domain';
import { momentOf, runNamed } from '@eyrie/domain/recurrence';
import type { CallContext, Language } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { ListDeps, RowOf } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { Obstacle } from './obstacle.ts';
import { foreseenConflicts, refuseConflicts, standingConflicts, type MovedRun } from './task.conflicts.ts';
import {
  dropExceptions,
  exceptionsOf,
  insertCancelled,
  isStarting,
  putException,
  runRow,
  type RunRow,
} from './task.exception.store.ts';
import type { ForeseeDependencies } from './task.foresee.ts';
import { plannedOf } from './task.occurrence.store.ts';
import { scheduleOf, type Decisions, type Schedule } from './task.schedule.ts';
import { requireFlying, type TaskList } from './task.service.ts';
import type { taskList } from './task.store.ts';
import { withWorkDays } from './work-day.store.ts';

type Row = RowOf<typeof taskList>;
type Changed = ResponseOf<typeof taskCalls.moveRun>;
const { arrangeAhead, launchWithin, runExceptionsMost } = limits.task;

export interface RunChangeDependencies extends Pick<ListDeps, 'audit'> {
  list: TaskList;
  schedule: Schedule;
  decisions: Decisions;
  checkFlight: ForeseeDependencies['checkFlight'];
  inWords(obstacle: Obstacle, language: Language): string;
}

/** A run of a task that may be changed, as it stands. */
export interface ComingOne {
  schedule: TaskSchedule;
  rule: string;
  exceptions: readonly { wall: string; movedTo: string | null }[];
  /** When the schedule says that it comes. */
  plainAt: number;
  /** When it comes; null: it was cancelled. */
  at: number | null;
  row: RunRow | undefined;
}

/** Also where it was moved to a time that is over: a run that was cancelled flew at neither. */
const ever = new Date(0);

const cancelledByHand = (row: RunRow): boolean =>
  row.state === 'cancelled' && row.reason === 'runCancelled' && row.flightOID === null;

/**
 * A run of a task that is to come, or was cancelled before it was due.
 * @throws Refusal `runNotComing`, `runDecided`
 */
export const comingOne = async (db: DbOrTrx, task: Row, wall: string, now: number): Promise<ComingOne> => {
  if (task.scheduleRule === null || task.paused) throw new Refusal('runNotComing');
  const schedule = await withWorkDays(db, { taskOID: task.oid }, scheduleOf(task.scheduleRule));
  const plain = runNamed(schedule, wall);
  const row = await runRow(db, task.oid, wall);
  if (row && row.state !== 'planned' && !cancelledByHand(row)) throw new Refusal('runDecided');
  if (!plain) throw new Refusal('runNotComing');
  const exceptions = await exceptionsOf(db, task.oid, Math.min(now, plain.at));
  const own = exceptions.find((one) => one.wall === wall);
  const movedAt = own?.movedTo ? momentOf(own.movedTo, schedule.timeZone) : null;
  const at = own ? movedAt : plain.at;
  // What fell due long ago fell due while the task was paused: it is no run any more. One that waits for its dock or its
  // condition may begin yet.
  const last = row?.state === 'planned' ? row.lastAt.getTime() : (at ?? plain.at) + launchWithin;
  if (last < now) throw new Refusal('runNotComing');
  return { schedule, rule: task.scheduleRule, exceptions, plainAt: plain.at, at, row };
};

/** @throws Refusal `runSoon` when a flight is arranged for it, or is about to be */
export const requireNotSoon = (
  { at, row }: Pick<ComingOne, 'at'> & { row: Pick<RunRow, 'state' | 'flightOID'> | undefined },
  now: number,
): void => {
  if ((at !== null && at <= now + arrangeAhead) || (row?.state === 'planned' && row.flightOID !== null))
    throw new Refusal('runSoon');
};

const movedRun = (task: Row, coming: ComingOne, wall: string, to: string): MovedRun => {
  if (!task.arrangement || !task.arrangedByOID) throw new Refusal('runNotComing');
  const { schedule, exceptions } = coming;
  const at = momentOf(to, schedule.timeZone);
  const { oid: taskOID, arrangement, arrangedByOID: memberOID } = task;
  return { taskOID, wall, at, schedule, exceptions, arrangement, memberOID };
};

interface Tools extends RunChangeDependencies, Pick<Runtime, 'db' | 'newOid'> {
  now(): number;
}

const lockOne = async ({ list }: Tools, trx: DbOrTrx, oid: string, context: CallContext): Promise<Row> => {
  const [task] = await list.lock(trx, [oid], context);
  if (!task) throw notFound();
  return task;
};

const requireRoom = ({ exceptions }: ComingOne, wall: string): void => {
  const others = exceptions.filter((one) => one.wall !== wall).length;
  if (others >= runExceptionsMost)
    throw new Refusal('exceptionsFull', { values: { most: runExceptionsMost } });
};

/** What the look ahead says, asked before anything is locked: to judge a route takes long. */
const look = async (
  { db, list, checkFlight, inWords, now }: Tools,
  { oid, wall, to }: ParsedRequestOf<typeof taskCalls.runConflicts>,
  context: CallContext,
): Promise<{ run: MovedRun; foreseen: RunConflict[] }> => {
  const task = await list.find(context, oid);
  if (!task) throw notFound();
  const coming = await comingOne(db, task, wall, now());
  requireNotSoon(coming, now());
  const run = movedRun(task, coming, wall, to);
  // The past is refused whatever else may be said of it.
  const past = run.at <= now() + arrangeAhead;
  return { run, foreseen: past ? [] : await foreseenConflicts(run, checkFlight, context, inWords) };
};

const conflicts =
  (tools: Tools) => async (request: ParsedRequestOf<typeof taskCalls.runConflicts>, context: CallContext) => {
    const { db, now } = tools;
    const { run, foreseen } = await look(tools, request, context);
    const standing = await standingConflicts(db, run, context, now());
    return { at: run.at, list: [...standing, ...foreseen] };
  };

const move =
  (tools: Tools) =>
  async (request: ParsedRequestOf<typeof taskCalls.moveRun>, context: CallContext): Promise<Changed> => {
    const { db, now, schedule, audit } = tools;
    const { oid, wall, to, despite = false } = request;
    requireFlying(context.caller);
    const { foreseen } = await look(tools, request, context);
    return db.transaction().execute(async (trx) => {
      const task = await lockOne(tools, trx, oid, context);
      const coming = await comingOne(trx, task, wall, now());
      requireNotSoon(coming, now());
      requireRoom(coming, wall);
      const run = movedRun(task, coming, wall, to);
      refuseConflicts([...(await standingConflicts(trx, run, context, now())), ...foreseen], despite);
      await dropExceptions(trx, oid, [wall], ever);
      const made = { taskOID: oid, wall, reason: '', memberOID: context.caller.memberOID };
      if (to !== wall) await putException(trx, { ...made, movedTo: to, at: new Date(now()) });
      await schedule.replan(trx, { oid, rule: coming.rule }, wall);
      const detail = { taskOID: oid, wall, timeZone: run.schedule.timeZone, movedTo: to };
      await audit.done(trx, context, 'task.moveRun', detail);
      return { oid, wall, movedTo: to === wall ? null : to, at: run.at };
    });
  };

/** Within its last minute its flight is taken back with it, as a pause does; once it is starting it flies. */
const cancel =
  (tools: Tools) =>
  async (
    { oid, wall, reason }: ParsedRequestOf<typeof taskCalls.cancelRun>,
    context: CallContext,
  ): Promise<Changed> => {
    const { db, now, newOid, schedule, decisions, audit } = tools;
    return db.transaction().execute(async (trx) => {
      const task = await lockOne(tools, trx, oid, context);
      const coming = await comingOne(trx, task, wall, now());
      if (coming.row && coming.row.state !== 'planned') throw new Refusal('runDecided');
      requireRoom(coming, wall);
      const [planned] = await plannedOf(trx, [oid]);
      const own = planned?.wall === wall ? planned : undefined;
      if (own?.flightOID && (await isStarting(trx, own.flightOID))) throw new Refusal('runDecided');
      const { timeZone } = coming.schedule;
      const values = { why: reason };
      const at = new Date(now());
      if (own) await decisions.decide(trx, own, { state: 'cancelled', reason: 'runCancelled', values });
      else {
        const dueAt = new Date(coming.at ?? coming.plainAt);
        await insertCancelled(trx, {
          oid: newOid(),
          taskOID: oid,
          wall,
          timeZone,
          dueAt,
          values,
          at,
        });
      }
      const memberOID = context.caller.memberOID;
      await putException(trx, { taskOID: oid, wall, movedTo: null, reason, memberOID, at });
      await schedule.replan(trx, { oid, rule: coming.rule }, wall);
      await audit.done(trx, context, 'task.cancelRun', { taskOID: oid, wall, timeZone, reason });
      return { oid, wall, movedTo: null, at: null };
    });
  };

/** It comes as its schedule says, if that is still to come. */
const restore =
  (tools: Tools) =>
  async (
    { oid, wall }: ParsedRequestOf<typeof taskCalls.restoreRun>,
    context: CallContext,
  ): Promise<Changed> => {
    const { db, now, schedule, audit } = tools;
    return db.transaction().execute(async (trx) => {
      const task = await lockOne(tools, trx, oid, context);
      const coming = await comingOne(trx, task, wall, now());
      requireNotSoon(coming, now());
      if (!coming.exceptions.some((one) => one.wall === wall)) throw new Refusal('runNotComing');
      const run = movedRun(task, coming, wall, wall);
      refuseConflicts(await standingConflicts(trx, run, context, now()), true);
      await dropExceptions(trx, oid, [wall], ever);
      await schedule.replan(trx, { oid, rule: coming.rule }, wall);
      const { timeZone } = coming.schedule;
      await audit.done(trx, context, 'task.restoreRun', { taskOID: oid, wall, timeZone });
      return { oid, wall, movedTo: null, at: run.at };
    });
  };

/** Moves, cancels and restores single runs of timed tasks: exceptions of their schedules. */
export const createRunChange = (
  { db, newOid, serverTime }: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>,
  deps: RunChangeDependencies,
) => {
  const tools: Tools = { ...deps, db, newOid, now: () => Math.round(serverTime()) };
  return { conflicts: conflicts(tools), move: move(tools), cancel: cancel(tools), restore: restore(tools) };
};
