import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Unit } from '../runtime.ts';
import { forkBehind } from './behind.ts';
import { childEnvironment } from './environment.ts';
import type { FromJobs, ToJobs } from './job-messages.ts';

/** Why a job has no result: it took too much of a processor or of memory, the machine did not let it run, its process died, or never came up. */
export type JobFailure = 'time' | 'memory' | 'starved' | 'died' | 'unready';

export class JobFailed extends Error {
  readonly why: JobFailure;
  constructor(name: string, why: JobFailure, detail = '') {
    super(`${name}: ${why}${detail && ` (${detail})`}`);
    this.name = 'JobFailed';
    this.why = why;
  }
}

export interface JobBounds {
  /** For the log and for errors. */
  name: string;
  script: URL;
  /** What one job may take: ms of a processor, MB of JavaScript objects, MB in all. */
  time: number;
  heap: number;
  memory: number;
  /** How long the process stays without work, ms. */
  idle: number;
  /** As many times its own time a job may lie in a process that gets no processor; 5 unless said. */
  wallTimes?: number;
}

export interface Jobs<Order, Result> extends Unit {
  /** Does one job after the other. @throws JobFailed; the reason of the signal when that fires; what the job itself threw */
  run(order: Order, signal?: AbortSignal): Promise<Result>;
}

/** How long the process may take to start, ms. */
const startMost = 60_000;
const usualWallTimes = 5;

/** Without what stands in the environment of the server for the server alone. */
const open = ({ script, heap, time, memory }: JobBounds): ChildProcess =>
  fork(fileURLToPath(script), [String(time), String(memory)], {
    env: childEnvironment(),
    ...forkBehind([`--max-old-space-size=${heap}`, '--max-semi-space-size=16']),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/** Node aborts when the memory of its objects is used up. */
const failureOf = (code: number | null, by: NodeJS.Signals | null): JobFailure =>
  code === 134 || by === 'SIGABRT' ? 'memory' : 'died';

function resultOf<Result>(
  child: ChildProcess,
  order: unknown,
  { name, time, wallTimes = usualWallTimes }: JobBounds,
  signal: AbortSignal | undefined,
): Promise<Result> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const aborted = (): void => reject(signal?.reason as Error);
  const ended = (code: number | null, by: NodeJS.Signals | null): void =>
    reject(new JobFailed(name, failureOf(code, by), String(by ?? code)));
  const answered = (message: FromJobs<Result>): void => {
    if (message.kind === 'done') resolve(message.result);
    else if (message.kind === 'over') reject(new JobFailed(name, message.of));
    else if (message.kind === 'failed') reject(new Error(`${name}: ${message.why}`));
  };
  const late = setTimeout(() => reject(new JobFailed(name, 'starved')), wallTimes * time);
  signal?.addEventListener('abort', aborted, { once: true });
  child.on('exit', ended).on('error', reject).on('message', answered);
  child.send({ order } satisfies ToJobs<unknown>, (error) => (error ? reject(error) : undefined));
  return promise.finally(() => {
    clearTimeout(late);
    signal?.removeEventListener('abort', aborted);
    child.off('exit', ended).off('error', reject).off('message', answered);
  });
}

/** A process that takes jobs. @throws JobFailed when it does not come up */
function openReady(bounds: JobBounds, gone: () => void): Promise<ChildProcess> {
  const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>();
  const child = open(bounds);
  const fail = (detail: unknown): void => {
    gone();
    reject(new JobFailed(bounds.name, 'unready', String(detail)));
  };
  const late = setTimeout(() => {
    child.kill('SIGKILL');
    fail('it does not start');
  }, startMost);
  // Stays: an error that nobody listens to would end the server.
  child.on('error', fail);
  child.once('exit', fail);
  child.once('message', () => resolve(child));
  child.unref();
  child.channel?.unref();
  return promise.finally(() => clearTimeout(late));
}

/**
 * Jobs in a process of their own, which costs this one nothing when it dies: what a library for files does with one of
 * others ends nothing else. It is started with the first job, and ends when there has been none for a while.
 */
export function createJobs<Order, Result>(bounds: JobBounds): Jobs<Order, Result> {
  let child: Promise<ChildProcess> | undefined;
  let line: Promise<unknown> = Promise.resolve();
  let resting: NodeJS.Timeout | undefined;

  const end = (): void => {
    clearTimeout(resting);
    child?.then((opened) => opened.kill('SIGKILL')).catch(() => undefined);
    child = undefined;
  };
  const current = (): Promise<ChildProcess> => {
    clearTimeout(resting);
    if (child) return child;
    const opened = openReady(bounds, () => {
      if (child === opened) child = undefined;
    });
    child = opened;
    return opened;
  };
  const run = async (order: Order, signal: AbortSignal | undefined): Promise<Result> => {
    let whole = false;
    try {
      const result = await resultOf<Result>(await current(), order, bounds, signal);
      whole = true;
      resting = setTimeout(end, bounds.idle).unref();
      return result;
    } finally {
      // What it left half done must not meet the next job.
      if (!whole) end();
    }
  };

  return {
    name: bounds.name,
    start: () => Promise.resolve(),
    async stop() {
      end();
    },
    run(order, signal) {
      const turn = line.then(() => run(order, signal));
      line = turn.catch(() => undefined);
      return turn;
    },
  };
}
