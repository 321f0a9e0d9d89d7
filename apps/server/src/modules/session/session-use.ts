import { limits } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import { touchSession } from './session.store.ts';

/** The use of sessions by live connections: written down now and then, so that they do not run out meanwhile. */
export function createSessionUse({
  db,
  log,
  clock,
  serverTime,
}: Pick<Runtime, 'db' | 'log' | 'clock' | 'serverTime'>) {
  /** Sessions and when their use was last written, monotonic ms. */
  const touched = new Map<string, number>();
  return {
    /** Notes one use. A database that is away is no error. */
    async touch(sessionOID: string): Promise<void> {
      const now = clock.mono();
      const last = touched.get(sessionOID);
      if (last !== undefined && now - last < limits.session.touchEvery) return;
      touched.set(sessionOID, now);
      await touchSession(db, sessionOID, new Date(serverTime())).catch((err: unknown) => {
        touched.delete(sessionOID);
        log.debug({ err }, 'use of a live connection was not written');
      });
    },
    /** Those with live connections. */
    sessions: (): string[] => [...touched.keys()],
    forget: (sessionOID: string): void => void touched.delete(sessionOID),
    clear: (): void => touched.clear(),
  };
}
export type SessionUse = ReturnType<typeof createSessionUse>;
