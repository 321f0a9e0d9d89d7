import { limits } from '../limits.ts';
import { centredSticks, isCentred, isMotorCorner, type Sticks } from './stick-frame.ts';

const { oldest, ahead, leastGap, centreAfter, silentAfter, heartbeatEvery, verifiedWithin } =
  limits.drc.sticks;

/** Whose frames may pass: one tab of one session under one epoch of the lease. */
export interface StickHolder {
  memberOID: string;
  sessionOID: string;
  tabId: string;
  epoch: number;
}

/** A frame on its way to the aircraft. `readAt`: when the sticks were read, ms of the clock of the watchdog. */
export interface HeldFrame extends StickHolder {
  seq: number;
  readAt: number;
  sticks: Sticks;
}

/** Why a frame is dropped. */
export type FrameFault =
  | 'ended'
  | 'otherHolder'
  | 'oldEpoch'
  | 'unverified'
  | 'outOfOrder'
  | 'tooOld'
  | 'fromFuture'
  | 'tooOften'
  | 'motorCorner'
  | 'notCentred';

export interface WatchdogState {
  holder: StickHolder;
  /** When session, right and lease were last found to stand, ms. */
  verifiedAt: number;
  /** Since when nothing passes any more; null: it goes on. Nothing takes that back. */
  endedAt: number | null;
  /** False until the sticks were centred once, and again after silence: a held stick must not move what had stopped. */
  armed: boolean;
  /** Of the newest frame that passed; -1 and null: none has. */
  seq: number;
  passedAt: number | null;
  /** The server's own centred frame went out since. */
  centred: boolean;
  heartbeatAt: number | null;
}

/** What is sent to the aircraft, in this order. A heartbeat goes with a frame or not at all. */
export interface Sent {
  sticks: Sticks | null;
  heartbeat: boolean;
}
const nothing: Sent = { sticks: null, heartbeat: false };

/** @param now monotonic ms, as everywhere here */
export const beginWatchdog = (holder: StickHolder, now: number): WatchdogState => ({
  holder,
  verifiedAt: now,
  endedAt: null,
  armed: false,
  seq: -1,
  passedAt: null,
  centred: true,
  heartbeatAt: null,
});

/**
 * Session, right and lease were looked at: `stands` is false as soon as one of them is gone.
 * @param now when they were asked for: an answer that took longer than a later one takes nothing back
 */
export const verified = (state: WatchdogState, stands: boolean, now: number): WatchdogState => {
  if (state.endedAt !== null) return state;
  if (!stands) return { ...state, endedAt: now };
  return { ...state, verifiedAt: Math.max(state.verifiedAt, now) };
};

const isUnverified = ({ verifiedAt }: WatchdogState, now: number): boolean =>
  now - verifiedAt > verifiedWithin;

/** Silence disarms, however late it is noticed. */
const isSilent = ({ passedAt }: WatchdogState, now: number): boolean =>
  passedAt === null || now - passedAt >= silentAfter;

const faultOfSender = (state: WatchdogState, frame: HeldFrame, now: number): FrameFault | null => {
  const { holder } = state;
  if (state.endedAt !== null) return 'ended';
  if (frame.epoch !== holder.epoch) return 'oldEpoch';
  const same =
    frame.memberOID === holder.memberOID &&
    frame.sessionOID === holder.sessionOID &&
    frame.tabId === holder.tabId;
  if (!same) return 'otherHolder';
  return isUnverified(state, now) ? 'unverified' : null;
};

/** A comparison with what is no number is false: each is written so that this drops the frame. */
const faultOfTime = ({ seq, passedAt }: WatchdogState, frame: HeldFrame, now: number): FrameFault | null => {
  const age = now - frame.readAt;
  if (!(frame.seq > seq)) return 'outOfOrder';
  if (!(age <= oldest)) return 'tooOld';
  if (!(age >= -ahead)) return 'fromFuture';
  return passedAt !== null && now - passedAt < leastGap ? 'tooOften' : null;
};

/** A frame of a page arrived: it is passed on at once or never. */
export const receiveFrame = (
  state: WatchdogState,
  frame: HeldFrame,
  now: number,
): { state: WatchdogState; sent: Sent; fault: FrameFault | null } => {
  const fault = faultOfSender(state, frame, now) ?? faultOfTime(state, frame, now);
  if (fault) return { state, sent: nothing, fault };
  // Nothing passes from here on as in silence: without a frame the server centres the sticks, and the aircraft hovers.
  if (isMotorCorner(frame.sticks))
    return { state: { ...state, seq: frame.seq }, sent: nothing, fault: 'motorCorner' };
  const armed = (state.armed && !isSilent(state, now)) || isCentred(frame.sticks);
  if (!armed) return { state: { ...state, armed, seq: frame.seq }, sent: nothing, fault: 'notCentred' };
  const heartbeat = state.heartbeatAt === null || now - state.heartbeatAt >= heartbeatEvery;
  return {
    state: {
      ...state,
      armed,
      seq: frame.seq,
      passedAt: now,
      centred: false,
      heartbeatAt: heartbeat ? now : state.heartbeatAt,
    },
    sent: { sticks: frame.sticks, heartbeat },
    fault: null,
  };
};

/** Time passed. The last frame is never sent again; what was missed in a stall of this process is not made up for. */
export const passTime = (state: WatchdogState, now: number): { state: WatchdogState; sent: Sent } => {
  if (state.endedAt !== null) return { state, sent: nothing };
  if (isUnverified(state, now)) return { state: { ...state, endedAt: now }, sent: nothing };
  const { passedAt } = state;
  if (passedAt === null || state.centred || now - passedAt < centreAfter) return { state, sent: nothing };
  const late = now - passedAt >= silentAfter;
  return {
    state: { ...state, centred: true },
    sent: late ? nothing : { sticks: centredSticks, heartbeat: false },
  };
};
