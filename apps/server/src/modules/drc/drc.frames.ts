import { encodeEmergencyStop, encodeHeartbeat, encodeSticks } from '@eyrie/dji';
import {
  centredSticks,
  isCentred,
  isLanding,
  limits,
  passTime,
  receiveFrame,
  stoppingLanding,
  type DrcEnd,
  type DrcState,
  type StickHolder,
  type Sticks,
} from '@eyrie/domain';
import type { Clock } from '../../platform/clock.ts';
import { telemetryOf, type DockLink } from '../dock/index.ts';
import { holderOf, type DrcSaid } from './drc.channel.ts';
import { recordSent, refOf } from './drc.outcomes.ts';
import { boundedSticks } from './drc.room.ts';
import { stateOf, type DrcRun } from './drc.run.ts';

const { stale, lost, firstState, orderLife } = limits.drc;
const { oldest, silentAfter, verifiedWithin } = limits.drc.sticks;

/** Texts for the device, in their order, and for how many ms from now they count; null: there are none. */
export interface Outgoing {
  texts: readonly string[];
  within: number | null;
  /** Of the first of them: how the broker reports what became of it, and what it is. */
  ref?: string;
  kind?: 'moves' | 'stops';
}
const nothing: Outgoing = { texts: [], within: null };

/** Deflected sticks move nothing while nobody knows what the aircraft does. Centred ones keep its link alive. */
export const isStale = ({ heardAt }: DrcRun, now: number): boolean =>
  heardAt === null || now - heardAt > stale;

/** Whether this run is theirs: one tab of one session under one epoch. */
export const isHolder = ({ watchdog: { holder } }: DrcRun, from: StickHolder): boolean =>
  (Object.keys(holder) as (keyof StickHolder)[]).every((key) => holder[key] === from[key]);

const earlyFault = (run: DrcRun, sticks: Sticks, now: number): DrcState['fault'] => {
  if (!run.confirmed) return 'unverified';
  if (isCentred(sticks)) return null;
  if (isLanding(run.landing)) return 'landing';
  return isStale(run, now) ? 'stateStale' : null;
};

/**
 * A frame of a page arrived, and is passed on at once or never.
 * @param serverNow server epoch ms, as the page's own moment is said in
 * @returns what is sent
 */
export const passFrame = (
  run: DrcRun,
  { frame, readAt, ...from }: Extract<DrcSaid, { kind: 'frame' }>,
  link: DockLink | null,
  clock: Clock,
  serverNow: number,
): Outgoing => {
  const now = clock.mono();
  const { epoch, seq, sticks } = frame;
  const held = { ...holderOf(from), epoch, seq, sticks, readAt: now - (serverNow - readAt) };
  const early = earlyFault(run, sticks, now);
  if (early) {
    run.dropped += 1;
    run.fault = early;
    return nothing;
  }
  const { state, sent, fault } = receiveFrame(run.watchdog, held, now);
  run.watchdog = state;
  if (!sent.sticks) {
    run.dropped += 1;
    run.fault = fault;
    return nothing;
  }
  const beat = (): string[] => (sent.heartbeat ? [encodeHeartbeat((run.seq += 1), clock.wall())] : []);
  // From now, not from when it came: clipping may have taken a while, or this process was not let run.
  const within = (): number => oldest - (clock.mono() - held.readAt);
  // Whether sticks, centred even, break a landing off is written nowhere: heartbeats alone go on.
  if (isLanding(run.landing)) {
    run.watchdog = { ...state, armed: false };
    return { texts: beat(), within: within() };
  }
  run.passed += 1;
  const bounded = boundedSticks(run, sent.sticks, link, { now, wall: clock.wall() });
  const text = encodeSticks((run.seq += 1), bounded);
  const ref = refOf(run, 'frame', run.seq);
  const moves = isCentred(bounded) ? {} : { kind: 'moves' as const };
  return { texts: [text, ...beat()], within: within(), ref, ...moves };
};

/** Time passed without a frame. @returns what is sent */
export const letTimePass = (run: DrcRun, now: number): Outgoing => {
  const { state, sent } = passTime(run.watchdog, now);
  run.watchdog = state;
  if (!sent.sticks || isLanding(run.landing)) return nothing;
  const silence = now - (state.passedAt ?? now);
  return { texts: [encodeSticks((run.seq += 1), centredSticks)], within: silentAfter - silence };
};

/** Whoever flies stops the aircraft; the sticks have to be centred anew. @returns what is sent */
export const stopMotion = (run: DrcRun, from: StickHolder, now: number): Outgoing => {
  if (!isHolder(run, from) || run.watchdog.endedAt !== null) return nothing;
  run.watchdog = { ...run.watchdog, armed: false };
  run.landing = stoppingLanding(run.landing, run.running !== null);
  const texts = [encodeEmergencyStop((run.seq += 1))];
  const { ref } = recordSent(run, run.seq, null, now);
  return { texts, within: orderLife, ref, kind: 'stops' };
};

/** Why frames are not passed on any more; null: they are. */
export const endOf = (run: DrcRun, link: DockLink | null, now: number): DrcEnd | null => {
  if (!link) return 'gatewayLeft';
  const { endedAt, verifiedAt } = run.watchdog;
  if (endedAt !== null) return now - verifiedAt > verifiedWithin ? 'unverified' : 'controlGone';
  const { dockState } = stateOf(run, link, now);
  if (dockState === 2) run.opened = true;
  if (run.opened && dockState === 0) return 'dockEnded';
  const silent = run.heardAt === null ? now - run.begunAt > firstState : now - run.heardAt > lost;
  if (silent) return 'linkLost';
  return telemetryOf(link, now).airborne ? null : 'landed';
};
