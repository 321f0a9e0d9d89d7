import { Refusal } from './http/refusal.ts';

export interface ConcurrencyBounds {
  atOnce: number;
  /** How many may wait behind them. */
  queue: number;
  /** Longest wait for a slot, ms. */
  wait: number;
}

/** Runs work when a slot is free; `wait` replaces the usual longest wait, ms. */
export type ConcurrencyLimiter = <T>(work: () => Promise<T>, wait?: number) => Promise<T>;

/** Too many at once. It is worth trying again in a few seconds. */
export const tooBusy = (): Refusal =>
  new Refusal('tooManyRequests', { retryAfterSeconds: 5, data: { retryAfterSeconds: 5 } });

/**
 * Runs a few at once with a short queue, and refuses more: a flood must not starve the rest.
 * @throws Refusal `tooManyRequests` when the queue is full or no slot is free in time
 */
export function createConcurrencyLimiter(bounds: ConcurrencyBounds): ConcurrencyLimiter {
  let running = 0;
  const queue: (() => void)[] = [];

  async function acquire(wait: number): Promise<void> {
    if (running < bounds.atOnce) {
      running += 1;
      return;
    }
    if (queue.length >= bounds.queue) throw tooBusy();
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(enter), 1);
        reject(tooBusy());
      }, wait);
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      queue.push(enter);
    });
  }

  return async (work, wait = bounds.wait) => {
    await acquire(wait);
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** A limiter for each key, kept only while it is in use. */
export function createKeyedLimiter(
  bounds: ConcurrencyBounds,
): <T>(key: string, work: () => Promise<T>, wait?: number) => Promise<T> {
  const entries = new Map<string, { users: number; limiter: ConcurrencyLimiter }>();
  return async (key, work, wait) => {
    const entry = entries.get(key) ?? { users: 0, limiter: createConcurrencyLimiter(bounds) };
    entries.set(key, entry);
    entry.users += 1;
    try {
      return await entry.limiter(work, wait);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) entries.delete(key);
    }
  };
}
