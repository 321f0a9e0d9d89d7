import { isCurrent, limits } from '@eyrie/domain';
import type { Listen } from '../../platform/postgres/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import { openNotices, type StoredNotice } from './notice.store.ts';

export interface NoticeWatch extends Unit {
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
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => Promise<void>) | undefined;
  let asked = 0;

  const read = async (): Promise<void> => {
    asked += 1;
    const mine = asked;
    try {
      const found = await openNotices(runtime.db, null, new Date(runtime.serverTime()));
      // An answer that was overtaken is older than what is known.
      if (mine === asked) known = found;
    } catch (error) {
      runtime.log.debug({ err: error }, 'notices are as they were known before');
    }
  };
  return {
    name: 'notices',
    async start() {
      stopListening = await listen(
        'notice_changed',
        () => void read(),
        () => void read(),
      );
      await read();
      timer = setInterval(() => void read(), limits.operation.notice.readEvery);
    },
    async stop() {
      clearInterval(timer);
      await stopListening?.();
    },
    ofInstance: () => known,
    maintenance: () => {
      const now = runtime.serverTime();
      return known.find((one) => one.kind === 'maintenance' && isCurrent(one, now)) ?? null;
    },
  };
}
