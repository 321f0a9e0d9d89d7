import { limits } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import { idleLimit } from './session-life.ts';
import { deleteExpired, endDeadSessions } from './session.store.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Ends the sessions that have run out, and deletes what nobody asks about any more. */
export async function sweepSessions({ db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>): Promise<void> {
  const now = serverTime();
  await endDeadSessions(db, new Date(now), {
    remembered: new Date(now - idleLimit(true)),
    other: new Date(now - idleLimit(false)),
  });
  await deleteExpired(db, {
    now: new Date(now),
    failuresBefore: new Date(now - limits.login.failureWindow),
    callsBefore: new Date(now - MINUTE),
    sessionsBefore: new Date(now - limits.audit.keepDays * DAY),
  });
}
