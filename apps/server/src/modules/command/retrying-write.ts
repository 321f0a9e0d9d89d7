import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@eyrie/domain';
import { isDatabaseDown } from '../../platform/postgres/index.ts';

/**
 * Writes what has already happened to an aircraft, and tries again while the database is down: giving up would leave
 * the record without an outcome that is known.
 */
export const createRetryingWrite = (): { write<T>(work: () => Promise<T>): Promise<T>; stop(): void } => {
  const stopping = new AbortController();
  return {
    async write(work) {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if (stopping.signal.aborted || !isDatabaseDown(error)) throw error;
          await delay(limits.command.writeAgain, undefined, { signal: stopping.signal });
        }
      }
    },
    stop: () => stopping.abort(),
  };
};
