import type { MomentaryLocks } from '../../platform/postgres/index.ts';
import type { Db } from '../../platform/runtime.ts';
import type { TimersDependencies } from '../../platform/timers.ts';
import { beginTurn } from './timer.store.ts';

/** Lets one server a period run a timer, and never two at once. */
export const createTimerTurns =
  (
    db: Db,
    { locks, instanceId }: { locks: Pick<MomentaryLocks, 'take'>; instanceId: string },
  ): TimersDependencies['takeTurn'] =>
  async ({ name, every }) =>
    // Free unless the last run, of whichever server, takes longer than a period.
    (await beginTurn(db, { name, every, instanceId })) ? locks.take(`timer ${name}`) : null;
