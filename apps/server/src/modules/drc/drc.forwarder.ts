import { topics, type DeviceMessage } from '@eyrie/dji';
import { beginWatchdog, limits, verified, type DrcEnd, type DrcState, type StickHolder } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockIdentity, DockLink } from '../dock/index.ts';
import { holderOf, type DrcChannel, type DrcSaid } from './drc.channel.ts';
import { endOf, letTimePass, passFrame, stopMotion } from './drc.frames.ts';
import { beginRun, hearDock, stateOf, type DrcRun } from './drc.run.ts';
import { endAccount, holderStands } from './drc.store.ts';

export interface DrcForwarderDependencies {
  channel: DrcChannel;
  /** Docks of this gateway. */
  linkOf(dockOID: string): DockLink | null;
  /** To the device, at once or not at all. */
  publish(topic: string, payload: string): Promise<void>;
  /** Has the dock close its link; moves nothing. */
  closeLink(dock: DockIdentity, memberOID: string): Promise<void>;
  /** Takes the second account of a dock back. */
  dismiss(sn: string): Promise<void>;
}

const { beat, verifyEvery, sayEvery } = limits.drc;

/** Of these the dock does not know yet that nobody flies it any more. */
const closes: ReadonlySet<DrcEnd> = new Set(['controlGone', 'unverified', 'linkLost', 'landed']);

/** What is done once frames are not passed on any more; nothing of it moves the aircraft. */
const closing =
  ({ db, log }: Runtime, { linkOf, closeLink, dismiss }: DrcForwarderDependencies) =>
  async ({ dockOID, sn, account, watchdog }: DrcRun, why: DrcEnd): Promise<void> => {
    const link = linkOf(dockOID);
    const own = await endAccount(db, dockOID, account, () => dismiss(sn)).catch((error: unknown) => {
      log.warn({ err: error, dock: dockOID }, 'the account for sticks stays until its time is over');
      return true;
    });
    // The next holder has entered already: the link of the dock is theirs.
    if (!own || !closes.has(why) || !link) return;
    await closeLink(link.dock, watchdog.holder.memberOID).catch((error: unknown) =>
      log.warn({ err: error, dock: dockOID }, 'the link for sticks was not closed'),
    );
  };

/**
 * The loop by which a gateway passes frames of sticks to its docks. Every frame goes through the watchdog of its dock, at
 * once or never; a heartbeat goes with a frame or not at all. Nothing of it outlives this process.
 */
export const createDrcForwarder = (runtime: Runtime, deps: DrcForwarderDependencies) => {
  const { db, clock, log, serverTime } = runtime;
  const { channel, linkOf, publish } = deps;
  const afterEnd = closing(runtime, deps);
  const runs = new Map<string, DrcRun>();
  const listening = new Map<DrcRun, () => void>();
  /** Of docks whose former run is still being closed. */
  const closings = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const send = (run: DrcRun, texts: readonly string[]): void => {
    for (const text of texts)
      publish(topics.drcDown(run.sn), text).catch((error: unknown) =>
        log.debug({ err: error }, 'a frame of sticks was not sent'),
      );
  };
  const report = (run: DrcRun): void => {
    run.saidAt = clock.mono();
    channel
      .report(run.dockOID, run.watchdog.holder, stateOf(run, linkOf(run.dockOID), clock.mono()))
      .catch((error: unknown) => log.debug({ err: error }, 'state of sticks not reported'));
  };

  const end = (dockOID: string, why: DrcEnd): void => {
    const run = runs.get(dockOID);
    if (!run) return;
    runs.delete(dockOID);
    listening.get(run)?.();
    listening.delete(run);
    run.endedBy = why;
    report(run);
    const closed = Promise.all([closings.get(dockOID), afterEnd(run, why)]).then(() => {
      if (closings.get(dockOID) === closed) closings.delete(dockOID);
    });
    closings.set(dockOID, closed);
  };

  const take = (one: DrcSaid): void => {
    const run = runs.get(one.dockOID);
    if (!run) return undefined;
    if (one.kind === 'frame') return send(run, passFrame(run, one, clock, serverTime()));
    send(run, stopMotion(run, holderOf(one)));
    return report(run);
  };

  const verify = async (run: DrcRun): Promise<void> => {
    // It counts from when it was asked: an answer that took long is old.
    const asked = clock.mono();
    run.lookedAt = asked;
    const stands = await holderStands(db, run.dockOID, run.watchdog.holder, serverTime());
    run.watchdog = verified(run.watchdog, stands, asked);
    run.confirmed ||= stands;
  };
  const verifyNow = (run: DrcRun): void => {
    verify(run).catch((error: unknown) => log.debug({ err: error }, 'whoever flies could not be verified'));
  };
  const listen = async (run: DrcRun): Promise<void> => {
    const unlisten = await channel.listen(run.dockOID, take);
    if (runs.get(run.dockOID) === run) listening.set(run, unlisten);
    else unlisten();
  };

  const tick = (run: DrcRun): void => {
    const now = clock.mono();
    send(run, letTimePass(run, now));
    const why = endOf(run, linkOf(run.dockOID), now);
    if (why) return end(run.dockOID, why);
    if (now - run.saidAt >= sayEvery) report(run);
    if (now - run.lookedAt >= verifyEvery) verifyNow(run);
  };

  return {
    /**
     * The dock has opened its link for this holder.
     * @param account digest of the secret that it was given for that
     */
    begin(link: DockLink, holder: StickHolder, account: Buffer): void {
      const { oid } = link.dock;
      end(oid, 'left');
      const now = clock.mono();
      const run = beginRun(link.dock, account, beginWatchdog(holder, now), now);
      runs.set(oid, run);
      report(run);
      listen(run).catch((error: unknown) => {
        log.warn({ err: error, dock: oid }, 'frames of sticks are not heard');
        if (runs.get(oid) === run) end(oid, 'gatewayLeft');
      });
      // Control may have changed while the dock opened its link.
      verifyNow(run);
    },
    end,
    /** Control of a dock has this number from now on: what flies under another one ends at once. */
    controlled(dockOID: string, epoch: number): void {
      const run = runs.get(dockOID);
      if (run && run.watchdog.holder.epoch < epoch) end(dockOID, 'controlGone');
    },
    /** Resolves once nothing is done any more about a run that ended. */
    closed: (dockOID: string): Promise<void> => closings.get(dockOID) ?? Promise.resolve(),
    /** A dock spoke on the topic of sticks. */
    heard({ dock }: DockLink, message: DeviceMessage): void {
      const run = runs.get(dock.oid);
      if (run) hearDock(run, message, clock);
    },
    /** How the sticks of a dock of this gateway stand; null: nobody flies it by them. */
    stateNow(dockOID: string): { state: DrcState; holder: StickHolder } | null {
      const run = runs.get(dockOID);
      if (!run) return null;
      return { state: stateOf(run, linkOf(dockOID), clock.mono()), holder: run.watchdog.holder };
    },
    start(): void {
      timer = setInterval(() => {
        for (const run of runs.values()) tick(run);
      }, beat);
    },
    /** Nothing is sent: another gateway may be with the dock by now, and sticks are not resumed by themselves. */
    stop(): void {
      clearInterval(timer);
      for (const dockOID of runs.keys()) end(dockOID, 'gatewayLeft');
    },
  };
};
export type DrcForwarder = ReturnType<typeof createDrcForwarder>;
