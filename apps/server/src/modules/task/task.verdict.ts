import { failureMark, limits, runStanding, type GateItem } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import {
  dropOldVerdicts,
  runsToJudge,
  storeVerdicts,
  type JudgedRun,
  type NewVerdict,
} from './task.verdict.store.ts';

const { arrangeAhead, foresee, verdict } = limits.task;

export interface VerdictDependencies {
  /** Every rule of each run, in their order, by what is known now. */
  judge(runs: readonly JudgedRun[]): Promise<GateItem[][]>;
  /** Notifies whoever arranges tasks there that something stands in the way of a run that is to come. */
  notifyAtRisk(groupOID: string, values: { name: string; wall: string }): Promise<void>;
}

/**
 * Timer step: makes the verdicts on the next runs of each task, so that what will keep one on the ground is seen today.
 * Whoever must act is notified once for each change of what failed. Nothing is decided by it.
 * @returns how many were made
 */
export const createVerdicts = (
  { db, log, serverTime }: Pick<Runtime, 'db' | 'log' | 'serverTime'>,
  { judge, notifyAtRisk }: VerdictDependencies,
) => {
  const now = (): number => Math.round(serverTime());
  /** @returns the verdict with the mark of what is notified now */
  const notified = async (made: NewVerdict): Promise<NewVerdict> => {
    const { run, mark } = made;
    if (mark === '' || mark === run.notified) return made;
    try {
      await notifyAtRisk(run.groupOID, { name: run.taskName, wall: run.wall.replace('T', ' ') });
      return made;
    } catch (err) {
      log.error({ err, task: run.taskOID }, 'a run at risk was notified to nobody');
      return { ...made, mark: run.notified };
    }
  };
  return async (): Promise<number> => {
    const at = now();
    const runs = await runsToJudge(db, {
      since: new Date(at + arrangeAhead),
      until: new Date(at + foresee.within),
      most: verdict.atOnce,
      judgedBefore: new Date(at - verdict.again),
    });
    if (runs.length === 0) {
      await dropOldVerdicts(db, new Date(at - verdict.keep));
      return 0;
    }
    const found = await judge(runs);
    const verdicts = runs.map((run, turn) => {
      const items = found[turn] ?? [];
      return { run, items, standing: runStanding(items), mark: failureMark(items) };
    });
    // Notified before it is kept: a crash in between notifies twice, and never not at all.
    const kept = await Promise.all(verdicts.map(notified));
    await storeVerdicts(db, kept, new Date(at));
    return verdicts.length;
  };
};
