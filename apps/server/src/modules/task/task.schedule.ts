import { limits, readRule, type OccurrenceState, type TaskSchedule } from '@eyrie/domain';
import { runsAfter } from '@eyrie/domain/recurrence';
import { notifyTaken } from '../../platform/notify-taken.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { eachAlone } from './each-alone.ts';
import { dropAhead, dropOneAhead } from './task.calendar.store.ts';
import { exceptionsOf, isStarting } from './task.exception.store.ts';
import {
  decideRun,
  dropRuns,
  insertRun,
  lockOverdue,
  lockPlannable,
  planFromNow,
  overdueRuns,
  plannableTasks,
  plannedOf,
  setPlanned,
  takeRunsToNotify,
  unmetOf,
  type RunsToNotify,
  type Decided,
  type Plannable,
  type PlannedRun,
} from './task.occurrence.store.ts';
import { chosenOf, dropChoice } from './task.choice.store.ts';
import { withWorkDays } from './work-day.store.ts';

type ScheduleRuntime = Pick<Runtime, 'db' | 'newOid' | 'serverTime' | 'log'>;
const { arrangeAhead, planAtOnce, schedule: bounds } = limits.task;
/** Missed runs of which people are notified in one transaction. */
const notifyAtOnce = 1_000;

/** Why a run came to nothing. */
export type RunReason = 'late' | 'taskEdited' | 'taskPaused' | 'taskDeleted' | 'runCancelled';

export interface ScheduleDependencies {
  audit: AuditLog;
  /** Takes back flights that wait. Part of the transaction that decides about their runs. */
  cancelFlights(trx: DbOrTrx, flightOIDs: readonly string[], at: Date): Promise<void>;
  /**
   * Notifies whoever arranges tasks there that runs were missed, or that nobody knows whether they took off, in the
   * transaction that takes them for that.
   */
  notifyRuns(
    groupOID: string,
    kind: RunsToNotify['kind'],
    values: { name: string; wall: string; count: number },
    trx: DbOrTrx,
  ): Promise<void>;
}

/** The schedule that a task is kept with. */
export const scheduleOf = (rule: string): TaskSchedule => {
  const schedule = readRule(rule);
  if (!schedule) throw new Error('the schedule of a task cannot be read');
  return schedule;
};

/** Plans what comes next, and is the only one to say that nothing does. */
const planNext = async (
  { newOid }: Pick<Runtime, 'newOid'>,
  trx: DbOrTrx,
  task: Plannable,
  now: number,
): Promise<void> => {
  const schedule = await withWorkDays(trx, { taskOID: task.oid }, scheduleOf(task.rule));
  // From just before what was planned last: a run may have been moved to the very moment of another one.
  const after = task.plannedTo === null ? now : task.plannedTo.getTime() - 1;
  const exceptions = await exceptionsOf(trx, task.oid, after);
  const runs = runsAfter(schedule, after, bounds.shown, exceptions);
  for (const run of runs) {
    const { timeZone } = schedule;
    if (await insertRun(trx, { ...run, oid: newOid(), taskOID: task.oid, timeZone })) {
      await dropOneAhead(trx, task.oid, run.wall);
      await setPlanned(trx, task.oid, { to: new Date(run.at), over: false });
      return;
    }
  }
  // Times that were decided before the zone was changed are not decided again.
  const to = runs.at(-1)?.at ?? after;
  const over = !runs.some(({ at }) => at > (task.plannedTo?.getTime() ?? now));
  await setPlanned(trx, task.oid, { to: over ? (task.plannedTo ?? new Date(now)) : new Date(to), over });
};

/** Decides about runs, and writes down what became of each. */
export const createDecisions = (
  runtime: Pick<Runtime, 'db' | 'log' | 'serverTime'>,
  { audit, cancelFlights, notifyRuns }: ScheduleDependencies,
) => ({
  /** What became of a run. One that does not come takes its waiting flight along. */
  async decide(
    trx: DbOrTrx,
    run: PlannedRun,
    { from, ...decided }: Omit<Decided, 'at'> & { from?: OccurrenceState },
  ): Promise<void> {
    const at = new Date(Math.round(runtime.serverTime()));
    await decideRun(trx, run.oid, { ...decided, at }, from);
    const comes = decided.state === 'launching' || decided.state === 'launched';
    if (run.flightOID !== null && !comes) await cancelFlights(trx, [run.flightOID], at);
    await audit.write(trx, {
      groupRoot: run.groupRoot,
      memberOID: null,
      sessionOID: null,
      address: null,
      dockOID: null,
      action: 'task.run',
      outcome: decided.state,
      detail: {
        taskOID: run.taskOID,
        wall: run.wall,
        timeZone: run.timeZone,
        ...(run.flightOID === null ? {} : { flightOID: run.flightOID }),
        ...(decided.reason === null ? {} : { reason: decided.reason }),
      },
      correlationId: run.oid,
    });
  },
  /**
   * One notification a task and kind, however many of its runs were missed. What is to be notified stands in the rows: a server that
   * dies after it decided leaves it to the next one.
   */
  notify: (): Promise<void> =>
    notifyTaken(
      runtime,
      (trx) => takeRunsToNotify(trx, notifyAtOnce),
      ({ groupOID, kind, taskName: name, wall, count }, trx) =>
        notifyRuns(groupOID, kind, { name, wall: wall.replace('T', ' '), count }, trx),
    ),
});
export type Decisions = ReturnType<typeof createDecisions>;

/** Why a run was missed: what was found a day before may be gone, and is no reason. */
const missedFor = async (trx: DbOrTrx, { oid, reason, reasonValues, lookedAt, dueAt }: PlannedRun) => {
  if (reason === 'awaitsCondition') return unmetOf(trx, { oid });
  return reason !== null && lookedAt !== null && lookedAt.getTime() >= dueAt.getTime() - arrangeAhead
    ? { reason, values: reasonValues }
    : { reason: 'late', values: null };
};

export const createSchedule = (
  runtime: ScheduleRuntime,
  { decide, notify }: Decisions,
  cancelFlights: ScheduleDependencies['cancelFlights'],
) => {
  const { db } = runtime;
  const now = (): number => Math.round(runtime.serverTime());

  /** What came too late: it is not flown any more, whatever the reason was. */
  const missOverdue = async (): Promise<PlannedRun[]> => {
    const at = new Date(now());
    return eachAlone(runtime, await overdueRuns(db, at), async (trx, oid) => {
      const run = await lockOverdue(trx, oid, at);
      if (!run) return undefined;
      await decide(trx, run, { from: run.state, state: 'missed', ...(await missedFor(trx, run)) });
      return run;
    });
  };

  /** Plans the next run of one task. @returns its oid; undefined: somebody else has */
  const planOne = async (trx: DbOrTrx, oid: string): Promise<string | undefined> => {
    const task = await lockPlannable(trx, oid);
    if (task) await planNext(runtime, trx, task, now());
    return task?.oid;
  };

  /** It is missed again, save where somebody is starting its flight by hand: that is not chosen for once more. */
  const withdrawChosen = async (trx: DbOrTrx, run: PlannedRun, reason: RunReason): Promise<void> => {
    if (run.flightOID !== null && (await isStarting(trx, run.flightOID)))
      return decide(trx, run, { from: 'missed', state: 'cancelled', reason });
    if (run.flightOID !== null) await cancelFlights(trx, [run.flightOID], new Date(now()));
    return dropChoice(trx, run.oid);
  };

  return {
    /** Plans the next run of one task in the transaction that changed it. */
    async plan(trx: DbOrTrx, taskOID: string): Promise<void> {
      await planOne(trx, taskOID);
    },
    /**
     * Takes back what is planned of tasks that the caller has locked. What was due by now is cancelled for good; the
     * next plan begins at its own moment, so that no past one falls due. What was missed and wanted is missed again.
     */
    async withdraw(trx: DbOrTrx, taskOIDs: readonly string[], reason: RunReason): Promise<void> {
      for (const run of await chosenOf(trx, taskOIDs)) await withdrawChosen(trx, run, reason);
      const planned = await plannedOf(trx, taskOIDs);
      const isDue = (run: PlannedRun): boolean => run.dueAt.getTime() <= now();
      for (const run of planned.filter(isDue)) await decide(trx, run, { state: 'cancelled', reason });
      const early = planned.filter((run) => !isDue(run));
      await dropRuns(
        trx,
        early.map(({ oid }) => oid),
      );
      const flights = early.flatMap(({ flightOID }) => flightOID ?? []);
      if (flights.length > 0) await cancelFlights(trx, flights, new Date(now()));
      for (const oid of taskOIDs) await setPlanned(trx, oid, { to: null, over: false });
      await dropAhead(trx, taskOIDs);
    },
    /**
     * Plans anew after one run of a task that the caller has locked was moved, cancelled or restored. What is planned
     * stays where it is still the next one, or is about to begin.
     */
    async replan(trx: DbOrTrx, task: { oid: string; rule: string }, wall: string): Promise<void> {
      await dropAhead(trx, [task.oid]);
      const [planned] = await plannedOf(trx, [task.oid]);
      const soon = planned && planned.wall !== wall && planned.dueAt.getTime() <= now() + arrangeAhead;
      if (soon) return;
      const exceptions = await exceptionsOf(trx, task.oid, now());
      const [next] = runsAfter(
        await withWorkDays(trx, { taskOID: task.oid }, scheduleOf(task.rule)),
        now(),
        1,
        exceptions,
      );
      if (planned && next?.wall === planned.wall && next.at === planned.dueAt.getTime()) return;
      if (planned) await dropRuns(trx, [planned.oid]);
      if (planned?.flightOID) await cancelFlights(trx, [planned.flightOID], new Date(now()));
      await planFromNow(trx, task.oid, new Date(now()));
      await planOne(trx, task.oid);
    },
    /** Timer step, safe on several servers at once: misses what is too late and plans what comes next. */
    async pass(): Promise<void> {
      try {
        for (let turn = 0; turn < planAtOnce; turn++) {
          const found = await missOverdue();
          const planned = await eachAlone(runtime, await plannableTasks(db), planOne);
          if (found.length === 0 && planned.length < planAtOnce) return;
        }
      } finally {
        await notify();
      }
    },
  };
};
export type Schedule = ReturnType<typeof createSchedule>;
