import { setTimeout as delay } from 'node:timers/promises';

/** How long somebody waits for their turn at most: a database that hangs must not hold up a whole queue. Milliseconds. */
const patience = 500;

/**
 * Those who want the same lease of this server go one after the other: a hundred at once would each hold a connection
 * to the database while they wait for the row, and orders would find none free.
 */
export const createTurns = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(name);
    const mine = (async () => {
      if (before) await Promise.race([before, delay(patience, undefined, { ref: false })]);
      return work();
    })();
    const quiet = mine.then(
      () => undefined,
      () => undefined,
    );
    last.set(name, quiet);
    try {
      return await mine;
    } finally {
      if (last.get(name) === quiet) last.delete(name);
    }
  };
};
