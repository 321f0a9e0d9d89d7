import { holdLock } from '../../platform/postgres/index.ts';
import type { Db } from '../../platform/runtime.ts';
import type { TimersDependencies } from '../../platform/timers.ts';
import { beginTurn } from './timer.store.ts';

/** Lets one server a period run a timer, and never two at once. */
export const createTimerTurns =
  (db: Db, { url, instanceId }: { url: string; instanceId: string }): TimersDependencies['takeTurn'] =>
  async ({ name, every }) => {
    if (!(await beginTurn(db, { name, every, instanceId }))) return null;
    // Free unless the last run, of whichever server, takes longer than a period.
    const lock = await holdLock(url, `timer ${name}`);
    return lock?.release ?? null;
  };
