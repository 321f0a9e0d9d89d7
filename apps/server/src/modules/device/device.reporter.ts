import { limits } from '@eyrie/domain';
import { againAfterDeadlock } from '../../platform/postgres/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import { createWriteBehind } from '../../platform/write-behind.ts';

/** So many aircraft are written in one transaction. */
const piece = 100;

export interface ReportWriting {
  newOid(): string;
  at: Date;
}

/**
 * Writes what devices say of themselves beside the path of their messages: those of each link at most once in
 * `limits.gateway.deviceReportEvery`, samples of batteries among it, however often it speaks.
 * @param deps.heard what was said on a link last; null: nothing yet
 * @param deps.write gives back those that took a second write
 */
export function createDeviceReporter<Link extends object, Heard extends { seenAt: number }>(
  runtime: Pick<Runtime, 'db' | 'clock' | 'log' | 'newOid' | 'serverTime'>,
  deps: {
    /** Name of its timer. */
    timer: string;
    links(): Iterable<Link>;
    heard(link: Link): Heard | null;
    write(trx: DbOrTrx, all: readonly Heard[], how: ReportWriting): Promise<ReadonlySet<Heard>>;
  },
) {
  const { db, clock, log } = runtime;
  const writtenAt = new WeakMap<Link, { mono: number; seenAt: number }>();

  const due = (): { link: Link; heard: Heard }[] => {
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
    const faults: unknown[] = [];
    for (let at = 0; at < waiting.length; at += piece) {
      const some = waiting.slice(at, at + piece);
      const all = some.map(({ heard }) => heard);
      const mono = clock.mono();
      for (const { link, heard } of some) writtenAt.set(link, { mono, seenAt: heard.seenAt });
      try {
        const twice = await againAfterDeadlock(() =>
          db
            .transaction()
            .execute((trx) =>
              deps.write(trx, all, { newOid: runtime.newOid, at: new Date(runtime.serverTime()) }),
            ),
        );
        // A sample is a write as well: the next report of what it belongs to waits for its turn.
        const later = mono + limits.gateway.deviceReportEvery;
        for (const { link, heard } of some)
          if (twice.has(heard)) writtenAt.set(link, { mono: later, seenAt: heard.seenAt });
      } catch (error) {
        // The next round brings newer figures: what could not be written is not kept.
        faults.push(error);
      }
    }
    // The others were written all the same.
    if (faults.length > 0) throw faults[0];
  };
  const behind = createWriteBehind(log, 'reports of devices not written', write);
  const timer: Timer = {
    name: deps.timer,
    every: limits.gateway.deviceReportCheck,
    once: 'instance',
    process: 'gateway',
    run: behind.run,
  };

  return {
    timer,
    /** Writes what is due. */
    flush: behind.flush,
  };
}
export type DeviceReporter = ReturnType<typeof createDeviceReporter>;
