import {
  limits,
  writeRule,
  type ParsedRequestOf,
  type TaskArrangement,
  type taskCalls,
  type TaskRecord,
} from '@eyrie/domain';
import { runsAfter } from '@eyrie/domain/recurrence';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { allowedWords, createList, type ListDeps, type RowOf } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { keepExceptions } from './task.exceptions.ts';
import { isArrangementGone, isOpenDock } from './task.occurrence.store.ts';
import { scheduleOf, type Schedule } from './task.schedule.ts';
import { taskList } from './task.store.ts';
import { withWorkDays } from './work-day.store.ts';

type Add = ParsedRequestOf<typeof taskCalls.add>;
type Edit = ParsedRequestOf<typeof taskCalls.edit>;
type Row = RowOf<typeof taskList>;

export type TaskWords = Pick<
  typeof taskCalls,
  'get' | 'edit' | 'remove' | 'pauseTask' | 'restoreTask' | 'occurrences'
>;

const neighbour = (oid: string | null, name: string | null) => (oid && name ? { oid, name } : null);

const present = (row: Row, resources: ReadonlySet<string>, words: TaskWords): TaskRecord => {
  const {
    scheduleRule,
    nextWall,
    nextAt,
    nextAtRisk,
    createdByOID: _maker,
    arrangedByOID: _arranger,
    followsOID,
    followsName,
    followedByOID,
    followedByName,
    ...shown
  } = row;
  const { get, edit, remove, pauseTask, restoreTask, occurrences } = words;
  const timed = scheduleRule !== null;
  return {
    ...shown,
    schedule: timed ? scheduleOf(scheduleRule) : null,
    follows: neighbour(followsOID, followsName),
    followedBy: neighbour(followedByOID, followedByName),
    nextRun:
      nextWall === null || nextAt === null
        ? null
        : { wall: nextWall, at: nextAt, atRisk: nextAtRisk === true },
    allowed: allowedWords(resources, [
      get,
      edit,
      ...(row.currentFlightOID ? [] : [remove]),
      ...(timed ? [row.paused ? restoreTask : pauseTask, occurrences] : []),
    ]),
  };
};

interface Timing {
  schedule?: Add['schedule'];
  arrangement?: TaskArrangement | undefined;
}

interface KeptTiming {
  scheduleRule: string | null;
  arrangement: TaskArrangement | null;
  /** In whose name its flights begin. */
  arrangedByOID: string | null;
}

/** What the audit log keeps of it: who arranged it is who did this. */
const named = <T extends { arrangedByOID?: unknown }>({ arrangedByOID: _own, ...detail }: T) => detail;

/** Rights of whoever arranges flights and starts them: a run needs both, when it is arranged and when it is due. */
const flyingRights = ['flight:edit', 'flight:start'] as const;

/** @throws Refusal `notAllowed` when a member may not let flights begin */
export const requireFlying = ({ resources }: Pick<Caller, 'resources'>): void => {
  const missing = flyingRights.find((right) => !resources.has(right));
  if (missing) throw new Refusal('notAllowed', { values: { permission: missing } });
};

/** Checks what people decided about the flights of a task. @throws Refusal `invalid`, `assigneeUnfit` */
export type CheckChoices = (trx: DbOrTrx, caller: Caller, arrangement: TaskArrangement) => Promise<unknown>;

/** How a task is kept that flies by itself, or does not. @throws Refusal `scheduleOver`, `notFound`, `notAllowed` */
const timingOf = async (
  { serverTime }: Pick<Runtime, 'serverTime'>,
  trx: DbOrTrx,
  caller: Caller,
  { schedule, arrangement }: Timing,
  checkChoices: CheckChoices,
): Promise<KeptTiming> => {
  if (!schedule || !arrangement) return { scheduleRule: null, arrangement: null, arrangedByOID: null };
  requireFlying(caller);
  const whole = await withWorkDays(trx, caller, schedule);
  if (runsAfter(whole, serverTime(), 1).length === 0) throw new Refusal('scheduleOver');
  if (await isArrangementGone(trx, caller, arrangement)) throw notFound();
  if (arrangement.condition && (await isOpenDock(trx, arrangement.dockOID)))
    throw new Refusal('conditionDock');
  await checkChoices(trx, caller, arrangement);
  return { scheduleRule: writeRule(schedule), arrangement, arrangedByOID: caller.memberOID };
};

/** Asks for the approval of a timed task in the transaction that makes or changes it. */
export type AskApproval = (trx: DbOrTrx, taskOID: string, askedBy: string | null) => Promise<void>;

type TaskRuntime = Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;

export const createTaskList = (
  runtime: TaskRuntime,
  deps: Omit<ListDeps, 'runtime'>,
  {
    schedule,
    words,
    askApproval,
    checkChoices,
  }: { schedule: Schedule; words: TaskWords; askApproval: AskApproval; checkChoices: CheckChoices },
) =>
  createList<typeof taskList, TaskRecord, Add, Edit>(
    {
      list: taskList,
      word: 'task',
      present: (rows, { caller }) => rows.map((row) => present(row, caller.resources, words)),
      make: async (trx, request, { caller }, createdAt) => {
        const { name, type, remark = '' } = request;
        const timing = await timingOf(runtime, trx, caller, request, checkChoices);
        return {
          values: {
            groupRoot: caller.groupRoot,
            groupOID: caller.groupOID,
            name,
            type,
            remark,
            ...timing,
            createdByOID: caller.memberOID,
            createdAt,
          },
          detail: { name, ...(timing.scheduleRule ? { type, ...named(timing) } : {}) },
        };
      },
      async added(trx, oid, { schedule: timed }) {
        if (!timed) return;
        await schedule.plan(trx, oid);
        await askApproval(trx, oid, null);
      },
      async change(trx, row, request, { caller }) {
        const { name, remark, type } = request;
        if (type === undefined) return { name, remark };
        const timing = await timingOf(runtime, trx, caller, request, checkChoices);
        // What flies by itself is decided anew as a whole: what was planned of it is not left to fly.
        await schedule.withdraw(trx, [row.oid], 'taskEdited');
        const before = row.scheduleRule === null ? null : scheduleOf(row.scheduleRule);
        const after = request.schedule ?? null;
        const now = Math.round(runtime.serverTime());
        await keepExceptions(trx, { oid: row.oid, before, after }, request.dropExceptions, now);
        return { name, remark, type, ...timing };
      },
      async edited(row, values, { trx }) {
        await schedule.plan(trx, row.oid);
        if (values.scheduleRule !== undefined) await askApproval(trx, row.oid, null);
        return { oid: row.oid, ...named(values) };
      },
      beforeRemove: (trx, rows) =>
        schedule.withdraw(
          trx,
          rows.map(({ oid }) => oid),
          'taskDeleted',
        ),
      removed: (rows) => ({ tasks: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    { runtime, ...deps },
  );
export type TaskList = ReturnType<typeof createTaskList>;

/** Pausing takes back what is planned, resuming plans from then on. */
export const createPausing = (
  { db }: Pick<Runtime, 'db'>,
  { audit, list, schedule }: Pick<ListDeps, 'audit'> & { list: TaskList; schedule: Schedule },
) => {
  const lockOne = async (trx: DbOrTrx, oid: string, context: CallContext): Promise<Row> => {
    const [row] = await list.lock(trx, [oid], context);
    if (!row) throw notFound();
    return row;
  };
  /** Part of a transaction. @param reason why it is paused */
  const pauseWithin = async (
    trx: DbOrTrx,
    oid: string,
    reason: string,
    context: CallContext,
  ): Promise<Row> => {
    const row = await lockOne(trx, oid, context);
    if (row.scheduleRule === null) throw new Refusal('taskManual');
    if (row.paused) throw new Refusal('taskPaused');
    await schedule.withdraw(trx, [oid], 'taskPaused');
    await list.changeWithin(trx, [row], { paused: true, pauseReason: reason }, context);
    await audit.done(trx, context, 'task.pause', { taskOID: oid, pauseReason: reason });
    return row;
  };
  /** Part of a transaction. @param reason only where it was paused for this one; null: for any */
  const resumeWithin = async (
    trx: DbOrTrx,
    oid: string,
    reason: string | null,
    context: CallContext,
  ): Promise<Row> => {
    const row = await lockOne(trx, oid, context);
    if (!row.paused) throw new Refusal('taskNotPaused');
    if (reason !== null && row.pauseReason !== reason) throw new Refusal('taskPausedOtherwise');
    await list.changeWithin(trx, [row], { paused: false, pauseReason: '' }, context);
    await schedule.plan(trx, oid);
    await audit.done(trx, context, 'task.resume', { taskOID: oid });
    return row;
  };
  return {
    pauseWithin,
    resumeWithin,
    async pause({ oid, reason }: { oid: string; reason: string }, context: CallContext): Promise<TaskRecord> {
      await db.transaction().execute((trx) => pauseWithin(trx, oid, reason, context));
      return list.get(oid, context);
    },
    async resume({ oid }: { oid: string }, context: CallContext): Promise<TaskRecord> {
      await db.transaction().execute((trx) => resumeWithin(trx, oid, null, context));
      return list.get(oid, context);
    },
  };
};
export type Pausing = ReturnType<typeof createPausing>;

/** The next runs of a schedule that somebody is typing. */
export const nextRuns = async (
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  { schedule }: ParsedRequestOf<typeof taskCalls.nextRuns>,
  caller: Pick<Caller, 'groupRoot'>,
) => {
  const now = Math.round(serverTime());
  const whole = await withWorkDays(db, caller, schedule);
  return { list: runsAfter(whole, now, limits.task.schedule.shown), now };
};
