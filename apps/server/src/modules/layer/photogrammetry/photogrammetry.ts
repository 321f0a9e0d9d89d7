import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { limits, photogrammetryLimits, type PhotogrammetryFailure } from '@eyrie/domain';
import type { Unit } from '../../../platform/runtime.ts';
import type { Timer } from '../../../platform/timers.ts';
import { EngineRefuses, EngineStrange, EngineToken } from './engine-http.ts';
import { failTask, rememberUnknown } from './photogrammetry-end.ts';
import { fetchTurn, removeLeftovers, removePast } from './photogrammetry-fetch.ts';
import { sendTurn } from './photogrammetry-send.ts';
import { dateAfter, publishTask, shares, type FollowDeps } from './photogrammetry.deps.ts';
import {
  claimTask,
  keepTask,
  outputsOf,
  restTask,
  TakenOver,
  type ClaimedTask,
} from './photogrammetry.store.ts';

const bounds = photogrammetryLimits;
const open: readonly string[] = ['waiting', 'sending', 'running', 'fetching'];

/** Escapes of terminals, and what a database does not keep. */
// eslint-disable-next-line no-control-regex -- control characters are what is left out
const control = /[\u0000-\u001f\u007f]/g;
const linesOf = (lines: readonly string[]): string[] =>
  lines.map((line) => line.toWellFormed().replaceAll(control, ' ').slice(0, bounds.logChars));

/** Keeps the new lines of the engine's log. Without them a task goes on as well. */
async function readLog(deps: FollowDeps, task: ClaimedTask, signal: AbortSignal) {
  const lines = await deps.engine.log(task.engineUUID, task.logLine, signal).catch((error: unknown) => {
    if (error instanceof EngineToken) throw error;
    signal.throwIfAborted();
    return [];
  });
  if (lines.length === 0) return {};
  return {
    log: [...task.log, ...linesOf(lines)].slice(-bounds.logLines),
    log_line: task.logLine + lines.length,
  };
}

/** Looks how far the engine is. */
async function watchTurn(deps: FollowDeps, task: ClaimedTask, signal: AbortSignal): Promise<void> {
  const { db } = deps.runtime;
  const found = await deps.engine.task(task.engineUUID, signal);
  if (!found) return rememberUnknown(deps, task);
  const log = await readLog(deps, task, signal);
  const at = dateAfter(deps);
  const percent = shares.sent + ((shares.computed - shares.sent) * found.percent) / 100;
  const seen = { ...log, failures: 0, percent: Math.max(percent, task.percent), updated_at: at };
  if (found.state === 'failed' || found.state === 'cancelled') {
    await keepTask(db, task, seen);
    return failTask(deps, task, found.state === 'failed' ? 'engine' : 'stopped', found.failure);
  }
  if (found.state === 'completed')
    return restTask(db, task, at, { ...seen, state: 'fetching', percent: shares.computed });
  if (task.begunAt !== null && dateAfter(deps, -bounds.timeMost) > task.begunAt)
    return failTask(deps, task, 'time');
  await restTask(db, task, dateAfter(deps, bounds.askEvery), seen);
  if (Math.floor(seen.percent) !== Math.floor(task.percent))
    publishTask(
      deps,
      task,
      { state: found.state === 'queued' ? 'queued' : 'running', percent: seen.percent },
      await outputsOf(db, task.oid),
    );
}

/** Throws away what the engine holds of tasks that are over. */
async function clearTurn(deps: FollowDeps, task: ClaimedTask, signal: AbortSignal): Promise<void> {
  const { db } = deps.runtime;
  await removeLeftovers(deps, task.oid);
  const left: string[] = [];
  for (const uuid of task.leftUUIDs) {
    const known = await deps.engine.remove(uuid, signal);
    const { begunAt, engineUUID } = task;
    // One that it has only just been asked to begin with appears later.
    const appears = uuid === engineUUID && begunAt !== null && dateAfter(deps, -bounds.beginTime) < begunAt;
    if (!known && appears) left.push(uuid);
  }
  await restTask(db, task, dateAfter(deps, left.length > 0 ? bounds.pauseMost : 0), {
    left_uuids: left,
    failures: 0,
  });
}

type Turn = (deps: FollowDeps, task: ClaimedTask, signal: AbortSignal) => Promise<void>;
const turnOf = ({ state }: ClaimedTask): Turn => {
  if (state === 'waiting' || state === 'sending') return sendTurn;
  if (state === 'running') return watchTurn;
  return state === 'fetching' ? fetchTurn : clearTurn;
};

/** What a failure of the engine means for a task; null: it may go well another time. */
const lasting = ({ state, failures }: ClaimedTask, error: unknown): PhotogrammetryFailure | null => {
  // A result that is not ready, or broke off, is fetched again; so often, that is counted there.
  if (state === 'fetching' || !open.includes(state)) return null;
  // Hours of computing are not thrown away for one page of what stands before an engine that starts again.
  if (state === 'running' && Math.max(0, failures) + 1 < bounds.strangeMost) return null;
  if (error instanceof EngineRefuses) return 'engine';
  if (error instanceof EngineStrange) return 'answer';
  // A task that the engine computes already is not lost while its operator puts the token right.
  return error instanceof EngineToken && state !== 'running' ? 'token' : null;
};

async function afterFailure(deps: FollowDeps, task: ClaimedTask, error: unknown): Promise<void> {
  const { db } = deps.runtime;
  const failure = lasting(task, error);
  if (failure !== null) return failTask(deps, task, failure, error instanceof Error ? error.message : '');
  const failures = Math.max(0, task.failures) + 1;
  const isOver = !open.includes(task.state);
  if (failures >= bounds.failuresMost)
    return isOver
      ? restTask(db, task, dateAfter(deps), { left_uuids: [], failures: 0 })
      : failTask(deps, task, 'silent', error instanceof Error ? error.message : '');
  const pause = Math.min(bounds.pauseMost, bounds.askEvery * 2 ** Math.min(failures - 1, 10));
  await restTask(db, task, dateAfter(deps, pause), { failures });
}

/** Goes on with the task that has waited longest. @returns whether there was one */
export const followNext = async (deps: FollowDeps, signal: AbortSignal): Promise<boolean> => {
  const { db, log } = deps.runtime;
  const until = dateAfter(deps, bounds.claimFor);
  const task = await claimTask(db, { claim: randomUUID(), now: dateAfter(deps), until });
  if (!task) return false;
  try {
    await turnOf(task)(deps, task, signal);
  } catch (error) {
    if (error instanceof TakenOver) return true;
    if (signal.aborted) {
      await restTask(db, task, dateAfter(deps)).catch(() => undefined);
      return false;
    }
    log.warn({ err: error, task: task.oid, state: task.state }, 'a task of the photogrammetry engine waits');
    await afterFailure(deps, task, error).catch((failed: unknown) => {
      if (!(failed instanceof TakenOver)) throw failed;
    });
  }
  return true;
};

/**
 * Follows the tasks of the engine, on every server that has the time. Without an engine nothing is done.
 * @param lookEvery ms after which others are looked at beside a task that is long at something
 */
export const createPhotogrammetry = (
  deps: Omit<FollowDeps, 'engine'> & { engine: FollowDeps['engine'] | null },
  lookEvery: number = bounds.every,
): { timer: Timer; unit: Unit } => {
  const ended = new AbortController();
  const { engine, ...rest } = deps;
  const busy = new Set<Promise<void>>();
  const followAll = async (own: FollowDeps['engine']): Promise<void> => {
    await removePast(rest);
    while (!ended.signal.aborted && (await followNext({ ...rest, engine: own }, ended.signal)));
  };
  return {
    timer: {
      name: 'layer.photogrammetry',
      every: bounds.every,
      once: 'instance',
      process: 'scheduler',
      run: async () => {
        if (!engine || busy.size >= bounds.lanes) return;
        const lane: Promise<void> = followAll(engine).finally(() => busy.delete(lane));
        busy.add(lane);
        // A result that is fetched for an hour holds up none of the other tasks: the next run takes them.
        let isLong = false;
        const long = delay(lookEvery, undefined, { ref: false }).then(() => void (isLong = true));
        lane.catch((error: unknown) => {
          if (isLong) rest.runtime.log.warn({ err: error }, 'tasks of the photogrammetry engine wait');
        });
        await Promise.race([lane, long]);
      },
    },
    unit: {
      name: 'photogrammetry',
      start: () => Promise.resolve(),
      async stop() {
        ended.abort(new Error('the server stops'));
        const { stopWithin } = limits.operation.timer;
        await Promise.race([Promise.allSettled(busy), delay(stopWithin, undefined, { ref: false })]);
      },
    },
  };
};
