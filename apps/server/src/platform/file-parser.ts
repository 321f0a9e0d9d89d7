import { Worker } from 'node:worker_threads';
import type { RefusalReason } from '@eyrie/domain';
import { Refusal } from './http/refusal.ts';
import type { Unit } from './runtime.ts';

/** MB that the largest file that is allowed takes of objects that live, unless its parser says otherwise, and of those that are just made. */
const usualMemory = 160;
const usualYoung = 8;
/** A file from this size on takes its thread with it: what it left there would never be given back. */
export const largeBytes = 100_000;

export interface FileParser<Result> extends Unit {
  /**
   * @param about what is said with the file; the thread is then given both
   * @throws Refusal `tooMuch` when the time or memory of one file is used up, `tooManyRequests` when too many wait or the
   * machine does not let it be read
   */
  parse(bytes: Uint8Array, about?: string): Promise<Result>;
}

export interface ParserBounds {
  name: string;
  /** Longest time of a processor for one file, ms, and how many more for each million of its bytes. */
  timeout: number;
  moreTime?: number;
  /** Files that may wait. */
  waiting: number;
  /** The worker's module. */
  script: URL;
  /** Said of a file that is too much for it. */
  tooMuch: RefusalReason;
  /** MB of objects that live. */
  memory?: number;
  /** MB of objects that are just made: too few for many that live, and they are moved about more than made. */
  young?: number;
  /** The bytes of a large file are handed over without a copy: whoever asks has them no more. */
  handsOver?: boolean;
}

/** A file and what is said with it. */
export interface FileWith {
  bytes: Uint8Array;
  about: string;
}

/** A thread that takes files. @param ended is told when it dies, also when nobody waits for it */
function openWorker(
  { script, memory = usualMemory, young = usualYoung }: Pick<ParserBounds, 'script' | 'memory' | 'young'>,
  ended: () => void,
): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const resourceLimits = { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: young };
    // Data, though none is needed: a library that reads GeoTIFF takes it for granted in a thread.
    const fresh = new Worker(script, { resourceLimits, workerData: {} });
    fresh.unref();
    // Stays: an error of a thread that nobody listens to would end the whole server.
    fresh.on('error', (error) => {
      ended();
      reject(error);
    });
    fresh.once('exit', () => {
      ended();
      reject(new Error('the thread ended before it was ready'));
    });
    fresh.once('message', () => resolve(fresh));
  });
}

/** As many times its own time a file may lie in a thread that gets no processor. */
const wallTimes = 5;

/**
 * Times a thread by what it has of a processor: a machine that others use as well says nothing against a file.
 * @param limit ms of a processor
 * @param over called once, with whether the thread has had that time; false: it was not let run
 * @returns ends the watch
 */
function watchTime(worker: Worker, limit: number, over: (used: boolean) => void): () => void {
  const spent = async (): Promise<number> => {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1_000;
  };
  const before = spent();
  let watched = true;
  // A thread that is gone answers neither question, and whoever waits for it hears of its end.
  before.catch(() => undefined);
  const look = async (): Promise<void> => {
    const left = limit - ((await spent()) - (await before));
    if (!watched) return;
    if (left <= 0) over(true);
    else timer = lookAfter(Math.max(50, left));
  };
  const lookAfter = (ms: number): NodeJS.Timeout => setTimeout(() => void look().catch(() => undefined), ms);
  let timer = lookAfter(limit);
  // By the clock, because a thread that hangs outside of JavaScript does not even answer what it has had.
  const end = setTimeout(() => over(false), wallTimes * limit);
  return () => {
    watched = false;
    clearTimeout(timer);
    clearTimeout(end);
  };
}

/** The thread is gone without an answer: of this file, or of what an earlier one left running in it. */
class ThreadDied extends Error {}

/** @throws Refusal when it takes too long, ThreadDied; the thread is then of no use any more */
function resultOf<Result>(
  worker: Worker,
  message: Uint8Array | FileWith,
  { timeout, moreTime = 0, tooMuch: reason, handsOver = false }: ParserBounds,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      stop();
      worker.off('exit', died);
      worker.off('message', answered);
    };
    // Its error may overtake its last answer, which comes on a way of its own; its end comes after both.
    const died = (): void => {
      done();
      reject(new ThreadDied());
    };
    const answered = (result: Result): void => {
      done();
      resolve(result);
    };
    const bytes = message instanceof Uint8Array ? message : message.bytes;
    const { length } = bytes;
    const stop = watchTime(worker, timeout + (moreTime * length) / 1_000_000, (used) => {
      done();
      reject(used ? new Refusal(reason) : new Refusal('tooManyRequests', { retryAfterSeconds: 5 }));
    });
    worker.once('exit', died);
    worker.once('message', answered);
    const given = handsOver && length >= largeBytes && bytes.buffer instanceof ArrayBuffer;
    worker.postMessage(message, given ? [bytes.buffer] : []);
  });
}

/** Parses files one after the other in a thread of its own, which is replaced when a file is too much for it. */
export function createFileParser<Result>(bounds: ParserBounds): FileParser<Result> {
  let worker: Promise<Worker> | undefined;
  const used = new WeakSet<Worker>();
  let waiting = 0;
  let line: Promise<unknown> = Promise.resolve();

  function current(): Promise<Worker> {
    if (worker) return worker;
    const opened = openWorker(bounds, () => {
      if (worker === opened) worker = undefined;
    });
    worker = opened;
    return opened;
  }

  async function close(): Promise<void> {
    const closing = worker;
    worker = undefined;
    await (await closing?.catch(() => undefined))?.terminate();
  }

  async function run(bytes: Uint8Array, about: string | undefined): Promise<Result> {
    const { length } = bytes;
    // What was handed over cannot be read a second time: it gets a thread in which nothing was before.
    if (bounds.handsOver && length >= largeBytes) await close();
    const thread = await current();
    const fresh = !used.has(thread);
    try {
      const result = await resultOf<Result>(thread, about === undefined ? bytes : { bytes, about }, bounds);
      used.add(thread);
      if (length >= largeBytes) await close();
      return result;
    } catch (error) {
      await close();
      if (!(error instanceof ThreadDied)) throw error;
      if (fresh) throw new Refusal(bounds.tooMuch);
      // An earlier file may have killed it: only the death of a fresh thread speaks against this one.
      return run(bytes, about);
    }
  }

  return {
    name: bounds.name,
    start: () => Promise.resolve(),
    stop: close,
    async parse(bytes, about) {
      if (waiting >= bounds.waiting) throw new Refusal('tooManyRequests', { retryAfterSeconds: 2 });
      waiting += 1;
      const turn = line.then(() => run(bytes, about));
      line = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        waiting -= 1;
      }
    },
  };
}
