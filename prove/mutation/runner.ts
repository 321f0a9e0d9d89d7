/** Starts the processes that try mutants, and puts an end to a trial that hangs. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Trial, TrialOutcome } from './part-runner.ts';

/** Of a whole file of tests, as a multiple of what it takes unchanged, and ms on top for a start of its parts. */
const slower = 4;
const more = 20_000;

export interface Runner {
  /** @param usual what its tests take unchanged, ms: far longer is noticed as a failure. */
  run(trial: Trial, usual: number): Promise<TrialOutcome>;
  stop(): void;
}

/** The process and what it started: a worker in an endless loop hears no other word. */
const killGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
};

const startProcess = async (copy: string, folder: string): Promise<ChildProcess> => {
  const child = fork(join(copy, 'prove/mutation/part-runner.ts'), [copy, folder], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  await once(child, 'message');
  return child;
};

export async function startRunner(copy: string, folder: string): Promise<Runner> {
  let child = await startProcess(copy, folder);
  return {
    stop: () => killGroup(child),
    async run(trial, usual) {
      const settled = new AbortController();
      const most = slower * usual + more * (1 + trial.tests.length);
      const timer = setTimeout(() => settled.abort(), most);
      const { signal } = settled;
      const gone = once(child, 'exit', { signal }).then(() => 'it ended');
      const answer = once(child, 'message', { signal }).then(([outcome]) => outcome as TrialOutcome);
      child.send(trial);
      const outcome = await Promise.race([answer, gone]).catch(() => 'it hung');
      for (const rest of [answer, gone]) rest.catch(() => undefined);
      clearTimeout(timer);
      settled.abort();
      if (typeof outcome !== 'string') return outcome;
      killGroup(child);
      child = await startProcess(copy, folder);
      return { mutant: trial.mutant, failed: 'the runner', message: outcome, files: {} };
    },
  };
}

/** Gives the work to whichever runner is free, until `end` (of `performance.now()`). */
export async function shareWork<T, R>(
  runners: Runner[],
  list: T[],
  work: (runner: Runner, one: T) => Promise<R>,
  end = Infinity,
): Promise<R[]> {
  const results: R[] = [];
  const queue = [...list];
  await Promise.all(
    runners.map(async (runner) => {
      while (performance.now() < end) {
        const next = queue.shift();
        if (next === undefined) return;
        results.push(await work(runner, next));
      }
    }),
  );
  return results;
}
