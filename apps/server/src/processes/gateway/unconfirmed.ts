import { limits } from '@eyrie/domain';
import type { DockLink } from '../../modules/dock/index.ts';
import type { CommandLimit } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';

export interface UnconfirmedDependencies {
  linkOfSn(sn: string): DockLink | null;
  disconnect(sn: string): Promise<void>;
}

/**
 * An outside broker does not hold commands to their time by itself. A dock that has not been heard since a command was
 * sent to it, and has not answered it, when the time of that is up, is disconnected there.
 */
export const createUnconfirmed = (
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  { linkOfSn, disconnect }: UnconfirmedDependencies,
) => {
  /** By transaction. */
  const timers = new Map<string, { sn: string; timer: NodeJS.Timeout }>();
  const check = async (sn: string, sentAt: number): Promise<void> => {
    const heardAt = linkOfSn(sn)?.dockSnapshot.osdAt ?? null;
    if (heardAt !== null && heardAt > sentAt + limits.broker.underWay) return;
    log.warn({ dock: sn }, 'a command was not confirmed in its time; the broker disconnects the dock');
    await disconnect(sn);
  };
  return {
    sent({ sn, tid, within }: CommandLimit): void {
      const sentAt = clock.mono();
      const timer = setTimeout(() => {
        timers.delete(tid);
        check(sn, sentAt).catch((err: unknown) =>
          log.error({ err, dock: sn }, 'the broker does not disconnect a dock'),
        );
      }, within);
      timers.set(tid, { sn, timer });
    },
    /** A dock that answers a command has it. */
    answered(sn: string, tid: string): void {
      const waiting = timers.get(tid);
      if (waiting?.sn !== sn) return;
      clearTimeout(waiting.timer);
      timers.delete(tid);
    },
    stop(): void {
      for (const { timer } of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
};
