import { limits } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import { isTransient, obstacleOf } from './obstacle.ts';
import { recordLook, recordObstacle, runsToForesee, type ComingRun } from './task.launch.store.ts';

const { arrangeAhead, foresee: foreseen } = limits.task;

/** What of a run says how it would fly. */
export type LookedAtRun = Pick<ComingRun, 'oid' | 'taskOID' | 'wall' | 'arrangement' | 'memberOID' | 'dueAt'>;

export interface ForeseeDependencies {
  /**
   * Whether that could be done now, with the dock and the aircraft as they are.
   * @throws Refusal when it could not
   */
  checkFlight(run: LookedAtRun): Promise<void>;
}

/**
 * Timer step: looks at the runs of the next days as they would be arranged, and at their ways: what was found is what
 * the verdicts on all runs of the task rest on. Nothing is decided by it.
 */
export const createForesee = (
  { db, log, serverTime }: Pick<Runtime, 'db' | 'log' | 'serverTime'>,
  { checkFlight }: ForeseeDependencies,
): (() => Promise<void>) => {
  const now = (): number => Math.round(serverTime());

  const foreseeOne = async (run: ComingRun): Promise<void> => {
    const obstacle = await checkFlight(run).then(
      () => null,
      (error: unknown) => {
        if (isTransient(error)) throw error;
        return obstacleOf(error);
      },
    );
    await recordObstacle(db, run.oid, obstacle, new Date(now()));
  };

  return async () => {
    const [since, until] = [now() + arrangeAhead, now() + foreseen.within];
    const lookedBefore = new Date(now() - foreseen.again);
    const window = { since: new Date(since), until: new Date(until), most: foreseen.atOnce };
    for (const run of await runsToForesee(db, { ...window, lookedBefore }))
      await foreseeOne(run).catch(async (err: unknown) => {
        log.error({ err, run: run.oid }, 'a run that is to come was not looked at');
        // It is asked again soon, and not before others had their turn.
        await recordLook(db, run.oid, new Date(now() - foreseen.again + foreseen.soon));
      });
  };
};
