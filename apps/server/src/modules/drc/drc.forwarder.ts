import {
  decodeDrcUp,
  encodeEmergencyStop,
  encodeHeartbeat,
  encodeSticks,
  topics,
  type DeviceMessage,
} from '@eyrie/dji';
import {
  beginWatchdog,
  centredSticks,
  isCentred,
  limits,
  passTime,
  receiveFrame,
  verified,
  type DrcEnd,
  type DrcState,
  type StickHolder,
} from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockIdentity, DockLink } from '../dock/index.ts';
import { telemetryOf } from '../dock/index.ts';
import { holderOf, type DrcChannel, type DrcSaid } from './drc.channel.ts';
import { beginRun, stateOf, type DrcRun } from './drc.run.ts';
import { dropAccount, holderStands } from './drc.store.ts';

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

const { beat, verifyEvery, stale, lost, firstState, sayEvery } = limits.drc;

/** Of these the dock does not know yet that nobody flies it any more. */
const closes: ReadonlySet<DrcEnd> = new Set(['controlGone', 'unverified', 'linkLost', 'landed']);

/**
 * The loop by which a gateway passes frames of sticks to its docks. Every frame goes through the watchdog of its dock, at
 * once or never; a heartbeat goes with a frame or not at all. Nothing of it outlives this process.
 */
export const createDrcForwarder = (
  { db, clock, log, serverTime }: Runtime,
  { channel, linkOf, publish, closeLink, dismiss }: DrcForwarderDependencies,
) => {
  const runs = new Map<string, DrcRun>();
  let timer: NodeJS.Timeout | undefined;
  let unlisten = (): void => undefined;

  const send = (run: DrcRun, payload: string): void => {
    publish(topics.drcDown(run.sn), payload).catch((error: unknown) =>
      log.debug({ err: error }, 'a frame of sticks was not sent'),
    );
  };
  const tell = (run: DrcRun): void => {
    run.saidAt = clock.mono();
    channel
      .tell(run.dockOID, run.watchdog.holder, stateOf(run, linkOf(run.dockOID), clock.mono()))
      .catch((error: unknown) => log.debug({ err: error }, 'state of sticks not told'));
  };

  const end = (dockOID: string, why: DrcEnd): void => {
    const run = runs.get(dockOID);
    if (!run) return;
    runs.delete(dockOID);
    run.endedBy = why;
    tell(run);
    const link = linkOf(dockOID);
    const { memberOID } = run.watchdog.holder;
    if (closes.has(why) && link)
      closeLink(link.dock, memberOID).catch((error: unknown) =>
        log.warn({ err: error, dock: dockOID }, 'the link for sticks was not closed'),
      );
    Promise.all([dropAccount(db, dockOID), dismiss(run.sn)]).catch((error: unknown) =>
      log.warn(
        { err: error, dock: dockOID },
        'the account of a link for sticks stays until its time is over',
      ),
    );
  };

  /** Deflected sticks move nothing while nobody knows what the aircraft does. Centred ones keep its link alive. */
  const isStale = (run: DrcRun, now: number): boolean => run.heardAt === null || now - run.heardAt > stale;

  const pass = (run: DrcRun, { frame, readAt, ...from }: Extract<DrcSaid, { kind: 'frame' }>): void => {
    const now = clock.mono();
    const held = {
      ...holderOf(from),
      epoch: frame.epoch,
      seq: frame.seq,
      readAt: now - (serverTime() - readAt),
      sticks: frame.sticks,
    };
    const blind = !isCentred(frame.sticks) && isStale(run, now);
    const { state, sent, fault } = blind
      ? { state: run.watchdog, sent: { sticks: null, heartbeat: false }, fault: 'stateStale' as const }
      : receiveFrame(run.watchdog, held, now);
    run.watchdog = state;
    if (sent.sticks) {
      run.passed += 1;
      send(run, encodeSticks((run.seq += 1), sent.sticks));
      if (sent.heartbeat) send(run, encodeHeartbeat((run.seq += 1), clock.wall()));
      return;
    }
    run.dropped += 1;
    run.fault = fault;
  };

  /** Whoever holds the lease stops the aircraft; the sticks have to be centred anew. */
  const stop = (run: DrcRun, from: StickHolder): void => {
    const { holder } = run.watchdog;
    const same = (Object.keys(holder) as (keyof StickHolder)[]).every((key) => holder[key] === from[key]);
    if (!same || run.watchdog.endedAt !== null) return;
    run.watchdog = { ...run.watchdog, armed: false };
    send(run, encodeEmergencyStop((run.seq += 1)));
    tell(run);
  };

  const take = (one: DrcSaid): void => {
    const run = runs.get(one.dockOID);
    if (!run) return;
    if (one.kind === 'frame') pass(run, one);
    else stop(run, holderOf(one));
  };

  const verify = async (run: DrcRun): Promise<void> => {
    // It counts from when it was asked: an answer that took long is old.
    const asked = clock.mono();
    run.lookedAt = asked;
    const stands = await holderStands(db, run.dockOID, run.watchdog.holder, serverTime());
    run.watchdog = verified(run.watchdog, stands, asked);
  };

  /** Why frames are not passed on any more; null: they are. */
  const endOf = (run: DrcRun, now: number): DrcEnd | null => {
    const link = linkOf(run.dockOID);
    if (!link) return 'gatewayLeft';
    if (run.watchdog.endedAt !== null)
      return now - run.watchdog.verifiedAt > limits.flightControl.sticks.verifiedWithin
        ? 'unverified'
        : 'controlGone';
    const { dockState } = stateOf(run, link, now);
    if (dockState === 2) run.opened = true;
    if (run.opened && dockState === 0) return 'dockEnded';
    const silent = run.heardAt === null ? now - run.begunAt > firstState : now - run.heardAt > lost;
    if (silent) return 'linkLost';
    return telemetryOf(link, now).airborne ? null : 'landed';
  };

  const tick = (run: DrcRun): void => {
    const now = clock.mono();
    const { state, sent } = passTime(run.watchdog, now);
    run.watchdog = state;
    if (sent.sticks) send(run, encodeSticks((run.seq += 1), centredSticks));
    const why = endOf(run, now);
    if (why) return end(run.dockOID, why);
    if (now - run.saidAt >= sayEvery) tell(run);
    if (now - run.lookedAt >= verifyEvery)
      verify(run).catch((error: unknown) => log.debug({ err: error }, 'whoever flies could not be verified'));
  };

  return {
    /** The dock has opened its link for this holder. */
    begin(link: DockLink, holder: StickHolder): void {
      const now = clock.mono();
      const run = beginRun(link.dock, beginWatchdog(holder, now), now);
      runs.set(link.dock.oid, run);
      tell(run);
    },
    end,
    /** A dock spoke on the topic of sticks. */
    heard({ dock }: DockLink, message: DeviceMessage): void {
      const run = runs.get(dock.oid);
      const said = run ? decodeDrcUp(message.method, message.data) : null;
      if (!run || !said) return;
      if (said.kind === 'state') run.heardAt = clock.mono();
      else if (said.kind === 'delay') run.radioDelay = said.ms;
      else run.roundTrip = Math.max(0, clock.wall() - said.timestamp);
    },
    /** How the sticks of a dock of this gateway stand; null: nobody flies it by them. */
    stateNow(dockOID: string): { state: DrcState; holder: StickHolder } | null {
      const run = runs.get(dockOID);
      if (!run) return null;
      return { state: stateOf(run, linkOf(dockOID), clock.mono()), holder: run.watchdog.holder };
    },
    async start(): Promise<void> {
      unlisten = await channel.listen(take);
      timer = setInterval(() => {
        for (const run of runs.values()) tick(run);
      }, beat);
    },
    /** Nothing is sent: another gateway may be with the dock by now, and sticks are not resumed by themselves. */
    stop(): void {
      clearInterval(timer);
      unlisten();
      for (const dockOID of runs.keys()) end(dockOID, 'gatewayLeft');
    },
  };
};
export type DrcForwarder = ReturnType<typeof createDrcForwarder>;
