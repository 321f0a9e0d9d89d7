import { encodeStateRequest, gatewayHas, stateRequest, topics, type DeviceMessage } from '@eyrie/dji';
import { beginWatchdog, limits, verified, type DrcEnd, type DrcState, type StickHolder } from '@eyrie/domain';
import { setTimeout as delay } from 'node:timers/promises';
import type { Runtime } from '../../platform/runtime.ts';
import type { FrameNotice, FrameWithin } from '../../platform/mqtt/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockLink } from '../dock/index.ts';
import { holderOf, type DrcChannel, type DrcSaid } from './drc.channel.ts';
import { endOf, letTimePass, passFrame, stopMotion, type Outgoing } from './drc.frames.ts';
import { abandoned, isFrame, noticeOf, unanswered, type SentOrder } from './drc.outcomes.ts';
import { regionsOf } from './drc.room.ts';
import { beginRun, hearDock, stateOf, type DrcRun } from './drc.run.ts';
import { publishClosed, publishDue, type PublishStickReport } from './drc.report.ts';
import { createLandings, stepLanding, type LandingStep } from './drc.landing.ts';
import { createClosings, type ClosingDependencies } from './drc.closing.ts';
import { holderStands } from './drc.store.ts';

export interface DrcForwarderDependencies extends ClosingDependencies {
  audit: AuditLog;
  channel: DrcChannel;
  /** To the device, at once or not at all; where the broker can hold it to that, within so many ms. */
  publish(topic: string, payload: string, limit: FrameWithin): Promise<void>;
  /** To pages that show the picture. */
  publishReport: PublishStickReport;
}

const { beat, verifyEvery, sayEvery, regionsEvery } = limits.drc;

type Speech = Pick<DrcForwarderDependencies, 'channel' | 'linkOf' | 'publish'>;

/** What is said to the device, and to whoever flies. */
const createSpeech = ({ clock, log }: Runtime, { channel, linkOf, publish }: Speech) => ({
  /** @param lost the first of them did not leave, or nobody knows whether it did */
  send(run: DrcRun, { texts, within, ...first }: Outgoing, lost: (ref: string) => void): void {
    for (const [at, text] of texts.entries()) {
      const { ref } = first;
      const limit = { sn: run.sn, within: within ?? 0, ...(at === 0 ? first : {}) };
      publish(topics.drcDown(run.sn), text, limit).catch((error: unknown) => {
        log.debug({ err: error }, 'a frame of sticks was not sent');
        if (at === 0 && ref !== undefined) lost(ref);
      });
    }
  },
  /** Resolves as `DrcChannel.report` does, also where it could not be sent. */
  report(run: DrcRun): Promise<void> {
    run.saidAt = clock.mono();
    return channel
      .report(run.dockOID, run.watchdog.holder, stateOf(run, linkOf(run.dockOID), clock.mono()))
      .catch((error: unknown) => log.debug({ err: error }, 'state of sticks not reported'));
  },
});

/** Ends of runs whose last frames may still be with the broker. */
const createEndings = () => {
  const endings = new Map<string, Promise<unknown>>();
  return {
    add(dockOID: string, passed: Promise<void>): void {
      const all = Promise.all([endings.get(dockOID), passed]).then(() => {
        if (endings.get(dockOID) === all) endings.delete(dockOID);
      });
      endings.set(dockOID, all);
    },
    /** Resolves once no frame of an ended run is with the broker any more, or after so long, ms: it may be away. */
    async over(dockOID: string): Promise<void> {
      const ending = endings.get(dockOID);
      if (!ending) return;
      const waited = new AbortController();
      const { signal } = waited;
      await Promise.race([ending, delay(limits.drc.lastFrame, undefined, { signal }).catch(() => undefined)]);
      waited.abort();
    },
  };
};

/** Looks at session, right and lease of whoever flies. */
const verifier = ({ db, clock, log, serverTime }: Runtime) => {
  const verify = async (run: DrcRun): Promise<void> => {
    // It counts from when it was asked: an answer that took long is old.
    const asked = clock.mono();
    run.lookedAt = asked;
    const stands = await holderStands(db, run.dockOID, run.watchdog.holder, serverTime());
    run.watchdog = verified(run.watchdog, stands, asked);
    run.confirmed ||= stands;
  };
  return (run: DrcRun): void => {
    verify(run).catch((error: unknown) => log.debug({ err: error }, 'whoever flies could not be verified'));
  };
};

/** Reads what bounds the flights of a department; what was read before counts until then. */
const regionReader = ({ db, clock, log }: Runtime, { linkOf }: Pick<DrcForwarderDependencies, 'linkOf'>) => {
  const read = async (run: DrcRun): Promise<void> => {
    run.regionsAt = clock.mono();
    const link = linkOf(run.dockOID);
    if (link) run.regions = await regionsOf(db, link.dock.groupOID);
  };
  return (run: DrcRun): void => {
    read(run).catch((error: unknown) => log.debug({ err: error }, 'regions of sticks were not read'));
  };
};

/** What is looked at and reported again and again while somebody flies. */
const createLooks = (runtime: Runtime, deps: Pick<DrcForwarderDependencies, 'linkOf' | 'publishReport'>) => {
  const verifyNow = verifier(runtime);
  const readRegions = regionReader(runtime, deps);
  return {
    verifyNow,
    lookAgain(run: DrcRun, now: number): void {
      publishDue(run, deps.publishReport, now);
      if (now - run.lookedAt >= verifyEvery) verifyNow(run);
      if (now - run.regionsAt >= regionsEvery) readRegions(run);
    },
  };
};

/** What asks a dock for its camera, until it reports that: it may not listen yet, and nothing moves by it. Null: nothing does now. */
const cameraRequest = (run: DrcRun, { dock }: DockLink, now: number): Outgoing | null => {
  const { askCameraEvery } = limits.drc;
  if (run.heardAt === null || run.cameraHeard || now - run.askedAt < askCameraEvery) return null;
  if (!gatewayHas(dock.model, stateRequest)) return null;
  run.askedAt = now;
  return { texts: [encodeStateRequest((run.seq += 1))], within: askCameraEvery };
};

/** What its dock said by the link is of the past from now on, to pages too. */
const finish = (run: DrcRun, why: DrcEnd, deps: DrcForwarderDependencies): void => {
  run.endedBy = why;
  const link = deps.linkOf(run.dockOID);
  if (link) link.sticks = null;
  publishClosed(run, deps.publishReport);
};

/** What whoever flies orders besides frames. */
const createSteps = (
  runtime: Runtime,
  { channel, linkOf }: Pick<DrcForwarderDependencies, 'channel' | 'linkOf'>,
  landings: ReturnType<typeof createLandings>,
  send: (run: DrcRun, outgoing: Outgoing) => void,
) => {
  const { clock, log } = runtime;
  const land = async (run: DrcRun, one: LandingStep): Promise<void> => {
    const step = stepLanding(run, one, linkOf(run.dockOID), clock.mono());
    const sends = step.nonce === null && step.fault === null;
    const answer = sends ? { ...step, fault: await landings.land(run, one.landing) } : step;
    await channel
      .report(run.dockOID, one, stateOf(run, linkOf(run.dockOID), clock.mono()), answer)
      .catch((error: unknown) => log.debug({ err: error }, 'a step of a landing was not answered'));
  };
  return {
    take(run: DrcRun, one: Exclude<DrcSaid, { kind: 'frame' }>): void {
      if (one.kind !== 'stop') return void land(run, one);
      const outgoing = stopMotion(run, holderOf(one), clock.mono());
      send(run, outgoing);
      if (outgoing.ref !== undefined) landings.stopped(run, outgoing.ref);
    },
  };
};

/** What is sent to docks, and what becomes of it. */
const createOrders = (runtime: Runtime, deps: Speech & Pick<DrcForwarderDependencies, 'audit'>) => {
  const { clock, serverTime } = runtime;
  const { audit, linkOf } = deps;
  const { send: say, report } = createSpeech(runtime, deps);
  /** It is written down, and reported to whoever flies. */
  const settled = (run: DrcRun, orders: readonly SentOrder[]): void => {
    if (orders.length === 0) return;
    landings.settled(run, orders);
    if (run.endedBy === null) void report(run);
  };
  const noticed = (run: DrcRun, notice: Omit<FrameNotice, 'sn'>): void => {
    const order = noticeOf(run, notice);
    if (order) settled(run, [order]);
  };
  const send = (run: DrcRun, outgoing: Outgoing): void =>
    say(run, outgoing, (ref) => {
      // A frame of which nobody knows that it left was not passed on; a stop or a landing may have left.
      noticed(run, { ref, outcome: isFrame(run, ref) ? 'dropped' : 'cut' });
    });
  const landings = createLandings(runtime, { audit, linkOf, send });
  const steps = createSteps(runtime, deps, landings, send);
  return {
    send,
    report,
    settled,
    noticed,
    /** A dock spoke on the topic of sticks. */
    receive(run: DrcRun, link: DockLink, message: DeviceMessage): void {
      const order = hearDock(run, link, message, clock);
      if (order) settled(run, [order]);
      const asked = cameraRequest(run, link, clock.mono());
      if (asked) send(run, asked);
    },
    /** Something came from whoever flies. */
    taken(run: DrcRun, one: DrcSaid): void {
      const before = run.clipped.join();
      if (one.kind === 'frame') send(run, passFrame(run, one, linkOf(run.dockOID), clock, serverTime()));
      else steps.take(run, one);
      if (one.kind !== 'frame' || run.clipped.join() !== before) void report(run);
    },
  };
};

/**
 * The loop by which a gateway passes frames of sticks to its docks. Every frame goes through the watchdog of its dock, at
 * once or never; a heartbeat goes with a frame or not at all. Nothing of it outlives this process.
 */
export const createDrcForwarder = (runtime: Runtime, deps: DrcForwarderDependencies) => {
  const { clock, log } = runtime;
  const { channel, linkOf } = deps;
  const closings = createClosings(runtime, deps);
  const endings = createEndings();
  const { send, report, settled, noticed, receive, taken } = createOrders(runtime, deps);
  const { verifyNow, lookAgain } = createLooks(runtime, deps);
  const runs = new Map<string, DrcRun>();
  const listening = new Map<DrcRun, () => void>();
  let timer: NodeJS.Timeout | undefined;

  const end = (dockOID: string, why: DrcEnd): void => {
    const run = runs.get(dockOID);
    if (!run) return;
    runs.delete(dockOID);
    listening.get(run)?.();
    listening.delete(run);
    settled(run, abandoned(run));
    finish(run, why, deps);
    endings.add(dockOID, report(run));
    closings.begin(run, why);
  };

  const take = (one: DrcSaid): void => {
    const run = runs.get(one.dockOID);
    if (run) taken(run, one);
  };

  const listen = async (run: DrcRun): Promise<void> => {
    const unlisten = await channel.listen(run.dockOID, take);
    if (runs.get(run.dockOID) === run) listening.set(run, unlisten);
    else unlisten();
  };

  const tick = (run: DrcRun): void => {
    const now = clock.mono();
    send(run, letTimePass(run, now));
    settled(run, unanswered(run, now));
    const why = endOf(run, linkOf(run.dockOID), now);
    if (why) return end(run.dockOID, why);
    if (now - run.saidAt >= sayEvery) void report(run);
    lookAgain(run, now);
  };

  return {
    /**
     * The dock has opened its link for this holder.
     * @param account digest of the secret that it was given for that
     */
    begin(link: DockLink, holder: StickHolder, account: Buffer): void {
      const { oid } = link.dock;
      end(oid, 'left');
      const run = beginRun(link.dock, account, beginWatchdog(holder, clock.mono()), clock.mono());
      runs.set(oid, run);
      void report(run);
      listen(run).catch((error: unknown) => {
        log.warn({ err: error, dock: oid }, 'frames of sticks cannot be received');
        if (runs.get(oid) === run) end(oid, 'gatewayLeft');
      });
      // Control may have changed while the dock opened its link.
      verifyNow(run);
    },
    end,
    closed: closings.over,
    /** A dock spoke on the topic of sticks. */
    heard(link: DockLink, message: DeviceMessage): void {
      const run = runs.get(link.dock.oid);
      if (run) receive(run, link, message);
    },
    /** The broker did not give a message to its dock, or took it back with the connection. */
    noticed({ ref, outcome }: FrameNotice): void {
      for (const run of runs.values()) noticed(run, { ref, outcome });
    },
    /**
     * How the sticks of a dock of this gateway stand; null: nobody flies it by them.
     * @param epoch number that control of the dock has from now on: what flies under an earlier one ends first, and has
     *   left the broker before this resolves
     */
    async stateNow(dockOID: string, epoch = 0): Promise<{ state: DrcState; holder: StickHolder } | null> {
      if ((runs.get(dockOID)?.watchdog.holder.epoch ?? Infinity) < epoch) end(dockOID, 'controlGone');
      if (epoch > 0) await endings.over(dockOID);
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
