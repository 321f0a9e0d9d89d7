import { Worker } from 'node:worker_threads';
import type { RefusalReason } from '@eyrie/domain';
import { Refusal } from './http/refusal.ts';
import type { Unit } from './runtime.ts';

/** MB that the largest file that is allowed takes of objects that live, unless its parser says otherwise, and of those that are just made. */
const usualMemory = 160;
const youngMemory = 8;
/** A file from this size on takes its thread with it: what it left there would never be given back. */
export const largeBytes = 100_000;

export interface FileParser<Result> extends Unit {
  /**
   * @param about what is said with the file; the thread is then given both
   * @throws Refusal `tooMuch` when the time or memory of one file is used up, `tooManyRequests` when too many wait
   */
  parse(bytes: Uint8Array, about?: string): Promise<Result>;
}

export interface ParserBounds {
  name: string;
  /** Longest time for one file, ms, and how many more for each million of its bytes. */
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
  /** The bytes are handed over without a copy: whoever asks has them no more. */
  handsOver?: boolean;
}

/** A file and what is said with it. */
export interface FileWith {
  bytes: Uint8Array;
  about: string;
}

/** A thread that takes files. @param ended is told when it dies, also when nobody waits for it */
function openWorker(
  { script, memory = usualMemory }: Pick<ParserBounds, 'script' | 'memory'>,
  ended: () => void,
): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const resourceLimits = { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: youngMemory };
    // Data, though none is needed: a library that reads GeoTIFF takes it for granted in a thread.
    const fresh = new Worker(script, { resourceLimits, workerData: {} });
    fresh.unref();
    // Stays: an error of a thread that nobody listens to would end the whole server.
    fresh.on('error', (error) => {
      ended();
      reject(error);
    });
    fresh.once('message', () => resolve(fresh));
  });
}

/** @throws Refusal when the thread dies of the file or takes too long; it is of no use any more */
function resultOf<Result>(
  worker: Worker,
  message: Uint8Array | FileWith,
  { timeout, moreTime = 0, tooMuch: reason, handsOver = false }: ParserBounds,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      clearTimeout(timer);
      worker.off('error', tooMuch);
      worker.off('message', answered);
    };
    const tooMuch = (): void => {
      done();
      reject(new Refusal(reason));
    };
    const answered = (result: Result): void => {
      done();
      resolve(result);
    };
    const bytes = message instanceof Uint8Array ? message : message.bytes;
    const { length } = bytes;
    const timer = setTimeout(tooMuch, timeout + (moreTime * length) / 1_000_000);
    worker.once('error', tooMuch);
    worker.once('message', answered);
    worker.postMessage(message, handsOver && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []);
  });
}

/** Parses files one after the other in a thread of its own, which is replaced when a file is too much for it. */
export function createFileParser<Result>(bounds: ParserBounds): FileParser<Result> {
  let worker: Promise<Worker> | undefined;
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
    const thread = await current();
    try {
      const { length } = bytes;
      const result = await resultOf<Result>(thread, about === undefined ? bytes : { bytes, about }, bounds);
      if (length >= largeBytes) await close();
      return result;
    } catch (error) {
      await close();
      throw error;
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
