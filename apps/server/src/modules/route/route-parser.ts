import { Worker } from 'node:worker_threads';
import { limits } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { ParseResult } from './parsed-route.ts';

const MEMORY_MB = 256;

export interface RouteParser extends Unit {
  /** @throws Refusal `kmzTooBig` when the time or memory of one file is used up, `tooManyRequests` when ten wait. */
  parse(bytes: Uint8Array): Promise<ParseResult>;
}

export interface ParserBounds {
  /** Longest time for one file, ms. */
  timeout: number;
  /** Files that may wait. */
  waiting: number;
  /** The worker's module. */
  script: URL;
}

const ownBounds: ParserBounds = {
  timeout: limits.route.parseTimeout,
  waiting: limits.route.uploadsAtOnce,
  script: new URL('./parse.worker.ts', import.meta.url),
};

/** Parses route files one after the other in a thread of its own, which is replaced when a file is too much for it. */
export function createRouteParser(given: Partial<ParserBounds> = {}): RouteParser {
  const bounds = { ...ownBounds, ...given };
  let worker: Promise<Worker> | undefined;
  let waiting = 0;
  let line: Promise<unknown> = Promise.resolve();

  function open(): Promise<Worker> {
    return new Promise((resolve, reject) => {
      const fresh = new Worker(bounds.script, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
      fresh.unref();
      fresh.once('error', reject);
      fresh.once('message', () => {
        fresh.off('error', reject);
        resolve(fresh);
      });
    });
  }

  async function close(): Promise<void> {
    const current = worker;
    worker = undefined;
    await (await current?.catch(() => undefined))?.terminate();
  }

  async function run(bytes: Uint8Array): Promise<ParseResult> {
    worker ??= open();
    const current = await worker.catch((error: unknown) => {
      worker = undefined;
      throw error;
    });
    try {
      return await new Promise<ParseResult>((resolve, reject) => {
        const tooMuch = (): void => reject(new Refusal('kmzTooBig'));
        const timer = setTimeout(tooMuch, bounds.timeout);
        current.once('error', tooMuch);
        current.once('message', (result: ParseResult) => {
          clearTimeout(timer);
          current.off('error', tooMuch);
          resolve(result);
        });
        current.postMessage(bytes);
      });
    } catch (error) {
      await close();
      throw error;
    }
  }

  return {
    name: 'route parser',
    start: () => Promise.resolve(),
    stop: close,
    async parse(bytes) {
      if (waiting >= bounds.waiting) throw new Refusal('tooManyRequests', { retryAfterSeconds: 2 });
      waiting += 1;
      const turn = line.then(() => run(bytes));
      line = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        waiting -= 1;
      }
    },
  };
}
