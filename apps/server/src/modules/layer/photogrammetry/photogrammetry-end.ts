import { photogrammetryLimits, type PhotogrammetryFailure } from '@eyrie/domain';
import { dateAfter, publishTask, type FollowDeps } from './photogrammetry.deps.ts';
import { endTask, outputsOf, restTask, type ClaimedTask, type TaskChange } from './photogrammetry.store.ts';

const bounds = photogrammetryLimits;

/** Ends a task that comes to nothing. @param detail in the engine's words */
export async function failTask(
  deps: FollowDeps,
  task: ClaimedTask,
  failure: PhotogrammetryFailure,
  detail = '',
): Promise<void> {
  const { db } = deps.runtime;
  await endTask(db, task, { state: 'failed', failure, detail, at: dateAfter(deps) });
  publishTask(deps, task, { state: 'failed', percent: task.percent }, await outputsOf(db, task.oid));
}

/** The engine does not know a task: it is asked again some times before hours of computing are given up. */
export async function rememberUnknown(
  deps: FollowDeps,
  task: ClaimedTask,
  change: TaskChange = {},
): Promise<void> {
  const times = Math.max(0, -task.failures) + 1;
  if (times >= bounds.unknownMost) return failTask(deps, task, 'lost');
  await restTask(deps.runtime.db, task, dateAfter(deps, bounds.pauseMost), { ...change, failures: -times });
}

/**
 * Asks the engine how a task stands of which it does not hand out what it made. @throws what says that it does not answer
 * @returns whether the task goes on by that: it is unknown, has failed, or is computed again
 */
export async function askedAgain(deps: FollowDeps, task: ClaimedTask, signal: AbortSignal): Promise<boolean> {
  const { fetches } = task;
  const found = await deps.engine.task(task.engineUUID, signal);
  if (found?.state === 'completed') return false;
  if (!found) await rememberUnknown(deps, task, { fetches });
  else if (found.state === 'failed') await failTask(deps, task, 'engine', found.failure);
  else if (found.state === 'cancelled') await failTask(deps, task, 'stopped', found.failure);
  else
    await restTask(deps.runtime.db, task, dateAfter(deps, bounds.askEvery), {
      state: 'running',
      fetches,
      failures: 0,
    });
  return true;
}
