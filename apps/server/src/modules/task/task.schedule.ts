import { limits, readRule, type TaskSchedule } from '@eyrie/domain';
import { runsAfter } from '@eyrie/domain/recurrence';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import {
  decideRun,
  dropRuns,
  insertRun,
  lockDue,
  lockPlannable,
  plannedOf,
  setPlanned,
  type Plannable,
  type PlannedRun,
} from './task.occurrence.store.ts';

type ScheduleRuntime = Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
const { launchWithin, planAtOnce, schedule: bounds } = limits.task;

/** Why a run came to nothing. */
export type RunReason = 'late' | 'taskEdited' | 'taskPaused' | 'taskDeleted';

export interface ScheduleDependencies {
  audit: AuditLog;
  /** Notifies whoever arranges tasks there that runs were missed. */
  notifyMissed(groupOID: string, values: { name: string; wall: string; count: number }): Promise<void>;
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
  const schedule = scheduleOf(task.rule);
  const after = task.plannedTo?.getTime() ?? now;
  const runs = runsAfter(schedule, after, bounds.shown);
  for (const run of runs) {
    const { timeZone } = schedule;
    if (await insertRun(trx, { ...run, oid: newOid(), taskOID: task.oid, timeZone })) {
      await setPlanned(trx, task.oid, { to: new Date(run.at), over: false });
      return;
    }
  }
  // Times that were decided before the zone was changed are not decided again.
  const last = runs.at(-1);
  await setPlanned(trx, task.oid, { to: new Date(last?.at ?? after), over: last === undefined });
};

export const createSchedule = (runtime: ScheduleRuntime, { audit, notifyMissed }: ScheduleDependencies) => {
  const { db } = runtime;
  const now = (): number => Math.round(runtime.serverTime());

  const decide = async (
    trx: DbOrTrx,
    run: PlannedRun,
    state: 'missed' | 'cancelled',
    reason: RunReason,
  ): Promise<void> => {
    await decideRun(trx, run.oid, { state, reason, at: new Date(now()) });
    await audit.write(trx, {
      groupRoot: run.groupRoot,
      memberOID: null,
      sessionOID: null,
      address: null,
      dockOID: null,
      action: 'task.run',
      outcome: state,
      detail: { taskOID: run.taskOID, wall: run.wall, timeZone: run.timeZone, reason },
      correlationId: run.oid,
    });
  };

  /** What came too late: it is not flown any more, whatever the reason was. */
  const missOverdue = (): Promise<PlannedRun[]> =>
    db.transaction().execute(async (trx) => {
      const due = await lockDue(trx, new Date(now() - launchWithin));
      for (const run of due) await decide(trx, run, 'missed', 'late');
      return due;
    });

  /** One notification a task, however many of its runs were missed. */
  const notify = async (late: readonly PlannedRun[]): Promise<void> => {
    for (const [taskOID, { taskName, groupOID, wall }] of new Map(late.map((run) => [run.taskOID, run]))) {
      const count = late.filter((run) => run.taskOID === taskOID).length;
      await notifyMissed(groupOID, { name: taskName, wall, count });
    }
  };

  const planAll = (): Promise<number> =>
    db.transaction().execute(async (trx) => {
      const tasks = await lockPlannable(trx);
      for (const task of tasks) await planNext(runtime, trx, task, now());
      return tasks.length;
    });

  return {
    /** Plans the next run of one task in the transaction that changed it. */
    async plan(trx: DbOrTrx, taskOID: string): Promise<void> {
      for (const task of await lockPlannable(trx, taskOID)) await planNext(runtime, trx, task, now());
    },
    /**
     * Takes back what is planned of tasks that the caller has locked. What was due by now is cancelled for good; the
     * next plan begins at its own moment, so that no past one falls due.
     */
    async withdraw(trx: DbOrTrx, taskOIDs: readonly string[], reason: RunReason): Promise<void> {
      const planned = await plannedOf(trx, taskOIDs);
      const isDue = (run: PlannedRun): boolean => run.dueAt.getTime() <= now();
      for (const run of planned.filter(isDue)) await decide(trx, run, 'cancelled', reason);
      await dropRuns(
        trx,
        planned.filter((run) => !isDue(run)).map(({ oid }) => oid),
      );
      for (const oid of taskOIDs) await setPlanned(trx, oid, { to: null, over: false });
    },
    /** Timer step, safe on several servers at once: misses what is too late and plans what comes next. */
    async pass(): Promise<void> {
      const late: PlannedRun[] = [];
      try {
        for (let turn = 0; turn < planAtOnce; turn++) {
          const found = await missOverdue();
          late.push(...found);
          const planned = await planAll();
          if (found.length === 0 && planned < planAtOnce) return;
        }
      } finally {
        await notify(late);
      }
    },
  };
};
export type Schedule = ReturnType<typeof createSchedule>;
