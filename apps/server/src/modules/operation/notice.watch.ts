import { isCurrent, limits } from '@eyrie/domain';
import type { Listen } from '../../platform/postgres/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import { openNotices, type StoredNotice } from './notice.store.ts';

export interface NoticeWatch extends Unit {
  timer: Timer;
  /** What concerns the whole instance and is not over, as this server last read it. */
  ofInstance(): readonly StoredNotice[];
  /** The maintenance that is on. Begins and ends by the clock; asks nobody. */
  maintenance(): StoredNotice | null;
}

/**
 * Notices of the whole instance in memory: asked for with every call, and still known while the database is away.
 * Read again when any server changed one, and every few seconds.
 */
export function createNoticeWatch(runtime: Runtime, listen: Listen): NoticeWatch {
  let known: readonly StoredNotice[] = [];
  let stopListening: (() => Promise<void>) | undefined;
  let asked = 0;

  const read = async (): Promise<void> => {
    asked += 1;
    const mine = asked;
    const found = await openNotices(runtime.db, null, new Date(runtime.serverTime()));
    // An answer that was overtaken is older than what is known.
    if (mine === asked) known = found;
  };
  const readNow = (): Promise<void> =>
    read().catch((error: unknown) =>
      runtime.log.debug({ err: error }, 'notices are as they were known before'),
    );
  return {
    name: 'notices',
    async start() {
      stopListening = await listen(
        'notice_changed',
        () => void readNow(),
        () => void readNow(),
      );
      await readNow();
    },
    timer: {
      name: 'operation.readNotices',
      every: limits.operation.notice.readEvery,
      once: 'instance',
      remembers: true,
      run: read,
    },
    async stop() {
      await stopListening?.();
    },
    ofInstance: () => known,
    maintenance: () => {
      const now = runtime.serverTime();
      return known.find((one) => one.kind === 'maintenance' && isCurrent(one, now)) ?? null;
    },
  };
}
