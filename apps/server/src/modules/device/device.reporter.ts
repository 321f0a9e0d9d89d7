import { limits } from '@eyrie/domain';
import { againAfterDeadlock } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { writeDeviceReports, type HeardReports } from './device-report.store.ts';

/** So many aircraft are written in one transaction. */
const piece = 100;

/**
 * Writes what aircraft say of themselves beside the path of their messages: each at most once in
 * `limits.gateway.deviceReportEvery`, however often it speaks.
 * @param deps.heard what the aircraft of a link said last; null: nothing yet
 */
export function createDeviceReporter<Link extends object>(
  runtime: Pick<Runtime, 'db' | 'clock' | 'log' | 'newOid' | 'serverTime'>,
  deps: { links(): Iterable<Link>; heard(link: Link): HeardReports | null },
) {
  const { db, clock, log } = runtime;
  const writtenAt = new WeakMap<Link, { mono: number; seenAt: number }>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const due = (): { link: Link; heard: HeardReports }[] => {
    const now = clock.mono();
    return [...deps.links()].flatMap((link) => {
      const last = writtenAt.get(link);
      if (last && now - last.mono < limits.gateway.deviceReportEvery) return [];
      const heard = deps.heard(link);
      return heard && heard.seenAt !== last?.seenAt ? [{ link, heard }] : [];
    });
  };

  const write = async (): Promise<void> => {
    const waiting = due();
    for (let at = 0; at < waiting.length; at += piece) {
      const some = waiting.slice(at, at + piece);
      const all = some.map(({ heard }) => heard);
      const mono = clock.mono();
      for (const { link, heard } of some) writtenAt.set(link, { mono, seenAt: heard.seenAt });
      try {
        await againAfterDeadlock(() =>
          db
            .transaction()
            .execute((trx) =>
              writeDeviceReports(trx, all, { newOid: runtime.newOid, at: new Date(runtime.serverTime()) }),
            ),
        );
      } catch (error) {
        // The next round brings newer figures: what could not be written is not kept.
        log.warn({ err: error, aircraft: all.length }, 'reports of devices not written');
      }
    }
  };

  return {
    /** Writes what is due. */
    flush: (): Promise<void> => (writing = writing.then(write)),
    start(): void {
      timer ??= setInterval(() => {
        writing = writing.then(write);
      }, limits.gateway.deviceReportCheck);
    },
    async stop(): Promise<void> {
      if (timer) clearInterval(timer);
      timer = null;
      await writing;
    },
  };
}
export type DeviceReporter = ReturnType<typeof createDeviceReporter>;
