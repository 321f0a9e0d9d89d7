import { limits } from '@eyrie/domain';
import type { Clock } from '../clock.ts';
import { isDatabaseDown } from './database.ts';

export interface DatabaseWatchDependencies {
  clock: Pick<Clock, 'mono'>;
  /** Asks over a connection that work uses too; false when no answer came in time. Never throws. */
  confirm(): Promise<boolean>;
  /** Called whenever it is found to be down, or back. */
  changed?(up: boolean): void;
}

/** Nobody listens where the database should be, or it says itself that it takes nobody. */
const isRefused = (error: unknown): boolean =>
  ['ECONNREFUSED', '57P03'].includes((error as { code?: string } | null)?.code ?? '');

/** The database itself said it, so it is there; its farewell (57P0x) says that it leaves. */
const isSaidByDatabase = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^(?!57P0|EPIPE)[0-9A-Z]{5}$/.test(code);
};

/** Every connection of the pool is in use: that says something of the load, nothing of the database. */
const isPoolInUse = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('timeout exceeded when trying to connect');

/**
 * Whether the database is there, judged by the work that it does. A missed ping alone proves nothing on a busy machine:
 * it only raises a suspicion, which the next answer of any kind lifts and further silence confirms.
 */
export const createDatabaseWatch = ({ clock, confirm, changed }: DatabaseWatchDependencies) => {
  let up = true;
  let suspectedAt: number | null = null;
  let refusals = 0;
  let confirming = false;

  const set = (next: boolean): void => {
    if (next === up) return;
    up = next;
    changed?.(up);
  };
  const worked = (): void => {
    suspectedAt = null;
    refusals = 0;
    set(true);
  };
  const silent = (): void => {
    if (suspectedAt !== null && clock.mono() - suspectedAt >= limits.postgres.silentFor) set(false);
    suspect();
  };
  const suspect = (): void => {
    suspectedAt ??= clock.mono();
    if (confirming || !up) return;
    confirming = true;
    void confirm().then((answered) => {
      confirming = false;
      if (answered) worked();
      else if (suspectedAt !== null) set(false);
    });
  };

  return {
    up: (): boolean => up,
    /** A statement came to its end; `error` is null when it did what it should. */
    answered(error: unknown): void {
      if (error === null || isSaidByDatabase(error)) worked();
      else if (isPoolInUse(error)) {
        // Load is no reason to call it away, and no proof that it is back.
        if (up) suspectedAt = null;
      } else if (isDatabaseDown(error)) silent();
    },
    /** A new connection was tried; `error` is null when it was made and answered in time. */
    pinged(error: unknown): void {
      if (error === null) {
        worked();
        return;
      }
      refusals = isRefused(error) ? refusals + 1 : 0;
      // Where nobody listens there is nothing to wait for.
      if (refusals > 1) set(false);
      suspect();
    },
  };
};
export type DatabaseWatch = ReturnType<typeof createDatabaseWatch>;
