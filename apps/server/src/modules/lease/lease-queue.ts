import { setTimeout as delay } from 'node:timers/promises';

/** Longest wait for the one before, ms: a database that hangs must not hold up a whole queue. */
const longestWait = 500;

/**
 * Requests for the same lease run one after the other. A hundred at once would each hold a database connection while
 * they wait for the row, and orders would find none free.
 */
export const createLeaseQueue = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(name);
    const result = (async () => {
      if (before) await Promise.race([before, delay(longestWait, undefined, { ref: false })]);
      return work();
    })();
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    last.set(name, settled);
    try {
      return await result;
    } finally {
      if (last.get(name) === settled) last.delete(name);
    }
  };
};
