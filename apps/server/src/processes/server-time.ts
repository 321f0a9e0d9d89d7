import type { Clock } from '../platform/clock.ts';
import { databaseTime } from '../platform/postgres/index.ts';
import type { Db } from '../platform/runtime.ts';

const samples = 3;

/**
 * The time by which leases, claims and orders run out: the database's at the start, then this machine's monotonic
 * clock. Servers on one database agree on it however far their own clocks are apart, and no step of a clock moves it.
 * @returns epoch milliseconds, when called.
 */
export const alignServerTime = async (db: Db, clock: Clock): Promise<() => number> => {
  let best = Infinity;
  let anchor = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    const asked = clock.mono();
    const at = await databaseTime(db);
    const took = clock.mono() - asked;
    if (at !== undefined && took < best) {
      best = took;
      anchor = at - asked - took / 2;
    }
  }
  return () => Math.round(anchor + clock.mono());
};
