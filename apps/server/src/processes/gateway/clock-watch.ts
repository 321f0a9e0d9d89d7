import { limits } from '@eyrie/domain';
import { dockOnline, type DockLink } from '../../modules/dock/index.ts';
import type { Runtime } from '../../platform/runtime.ts';

interface ClockWatchDependencies {
  /** Notifies those in charge of a dock. */
  alarm(dockOID: string, kind: 'dockClock'): Promise<void>;
}

/** Reports docks whose clock is wrong: they refuse orders, and their logs do not fit those of others. */
export const createClockWatch = (
  { log }: Pick<Runtime, 'log'>,
  { alarm }: ClockWatchDependencies,
): { check(link: DockLink, now: number): void } => {
  const wrongSince = new WeakMap<DockLink, number>();
  const reported = new WeakSet<DockLink>();
  return {
    /** @param now monotonic */
    check(link, now) {
      const { clockOffset, dock } = link;
      const wrong = clockOffset !== null && Math.abs(clockOffset) > limits.dock.clockDifference;
      if (!wrong || !dockOnline(link, now)) {
        wrongSince.delete(link);
        if (!wrong) reported.delete(link);
        return;
      }
      const since = wrongSince.get(link) ?? now;
      wrongSince.set(link, since);
      if (reported.has(link) || now - since < limits.dock.clockWrongFor) return;
      reported.add(link);
      log.warn({ dock: dock.sn, clockOffset }, 'the clock of a dock is wrong');
      alarm(dock.oid, 'dockClock').catch((error: unknown) =>
        log.error({ err: error }, 'a wrong clock was not notified'),
      );
    },
  };
};
export type ClockWatch = ReturnType<typeof createClockWatch>;
