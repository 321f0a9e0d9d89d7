import { limits, type NoticeTexts } from '@eyrie/domain';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { markNotified, nextReaders, takePending } from './notice.store.ts';

/** Notifies members; their preferences decide how. */
export type NotifyMembers = (
  db: DbOrTrx,
  memberOIDs: readonly string[],
  input: {
    kind: 'announcement' | 'maintenance' | 'backupFailed';
    level?: 'info' | 'attention';
    values: Record<string, string | number>;
  },
) => Promise<void>;

/** Fills a language without text with that of another. */
const filled = ({ zh, en, ar }: NoticeTexts): NoticeTexts => {
  const some = zh || en || ar;
  return { zh: zh || some, en: en || zh || ar, ar: ar || en || zh };
};

/**
 * Notifies the next readers of a notice that is due, in slices. Each slice is committed with its position, so that a
 * server that dies leaves nobody out and notifies nobody twice.
 * @returns whether there may be more
 */
export async function notifyNext(runtime: Runtime, notifyMembers: NotifyMembers): Promise<boolean> {
  const at = new Date(runtime.serverTime());
  return runtime.db.transaction().execute(async (trx) => {
    const notice = await takePending(trx, at);
    if (!notice) return false;
    const { kind, level, from, until } = notice;
    const readers = await nextReaders(trx, notice, limits.operation.notice.notifyAtOnce);
    if (readers.length > 0)
      await notifyMembers(trx, readers, {
        kind,
        level: kind === 'maintenance' ? 'attention' : level,
        values: { ...filled(notice.texts), from, until },
      });
    const all = readers.length < limits.operation.notice.notifyAtOnce;
    await markNotified(trx, notice.oid, { to: readers.at(-1) ?? null, all: all ? at : null });
    return true;
  });
}
