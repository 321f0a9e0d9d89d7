import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Behind the loop that carries orders, before what only waits. */
export const BEHIND = 10;

/**
 * Lets the thread that calls it run behind all others of this server where the system can: Linux alone names threads.
 * @param steps how far, 1 to 19
 */
export const stepBehind = (steps: number = BEHIND): void => {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (Number.isInteger(thread)) setPriority(thread, steps);
  } catch {
    // Elsewhere the system shares its cores out by itself.
  }
};
