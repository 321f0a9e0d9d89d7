import { encodeEmergencyStop, encodeHeartbeat, encodeSticks } from '@eyrie/dji';
import {
  centredSticks,
  isCentred,
  isLanding,
  limits,
  noLanding,
  passTime,
  receiveFrame,
  type DrcEnd,
  type DrcState,
  type StickHolder,
  type Sticks,
} from '@eyrie/domain';
import type { Clock } from '../../platform/clock.ts';
import { telemetryOf, type DockLink } from '../dock/index.ts';
import { holderOf, type DrcSaid } from './drc.channel.ts';
import { boundedSticks } from './drc.room.ts';
import { stateOf, type DrcRun } from './drc.run.ts';

const { stale, lost, firstState } = limits.drc;
const { oldest, silentAfter, verifiedWithin } = limits.drc.sticks;

/** Texts for the device, in their order, and for how many ms from now they count; null: as long as the link lives. */
export interface Outgoing {
  texts: readonly string[];
  within: number | null;
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
  run.passed += 1;
  const lands = isLanding(run.landing);
  // Whether sticks, centred even, break a landing off is written nowhere: heartbeats alone go on.
  if (lands) run.watchdog = { ...state, armed: false };
  const texts = lands
    ? []
    : [encodeSticks((run.seq += 1), boundedSticks(run, sent.sticks, link, { now, wall: clock.wall() }))];
  if (sent.heartbeat) texts.push(encodeHeartbeat((run.seq += 1), clock.wall()));
  return { texts, within: oldest - (now - held.readAt) };
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
export const stopMotion = (run: DrcRun, from: StickHolder): Outgoing => {
  if (!isHolder(run, from) || run.watchdog.endedAt !== null) return nothing;
  run.watchdog = { ...run.watchdog, armed: false };
  run.landing = noLanding;
  return { texts: [encodeEmergencyStop((run.seq += 1))], within: null };
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
