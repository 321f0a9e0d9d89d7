import type { PhotogrammetryFailure } from '@eyrie/domain';
import { dateAfter, publishTask, type FollowDeps } from './photogrammetry.deps.ts';
import { endTask, outputsOf, type ClaimedTask } from './photogrammetry.store.ts';

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
