import type { Log } from './log.ts';

/**
 * Writes what gathers beside the path of messages, one batch after the other.
 * @param write throws where it failed, with what is to be written later put back
 */
export const createWriteBehind = (
  log: Pick<Log, 'warn'>,
  failed: string,
  write: (all: boolean) => Promise<void>,
) => {
  let writing: Promise<void> = Promise.resolve();
  const next = (all: boolean): Promise<void> => {
    const mine = writing.then(() => write(all));
    writing = mine.catch(() => undefined);
    return mine;
  };
  return {
    /** For a timer, which says and counts what fails. */
    run: (): Promise<void> => next(false),
    /** Writes everything that waits. Never throws. */
    flush: (): Promise<void> => next(true).catch((error: unknown) => log.warn({ err: error }, failed)),
  };
};
