import {
  answeredLanding,
  limits,
  lostLanding,
  stoppedLanding,
  type DrcState,
  type LandingState,
  type StickLanding,
  type StickOrderState,
  type StickStop,
} from '@eyrie/domain';
import type { DeviceMessage } from '@eyrie/dji';
import type { FrameNotice } from '../../platform/mqtt/index.ts';

type Settled = Exclude<StickOrderState, 'sent'>;

/** What of a run of sticks changes by what becomes of its messages. */
export interface RunOrders {
  /** Names it in notices of the broker. */
  id: string;
  /** Stops and landings that left, the newest last: those that may still be answered, and the last of all. */
  orders: readonly SentOrder[];
  /** How often it was stopped. */
  stops: number;
  /** The landing that left and that the state of it is of; null: none, or it was stopped. */
  running: SentOrder | null;
  landing: LandingState;
  passed: number;
  dropped: number;
  fault: DrcState['fault'];
}

/** A stop or a landing that left for the dock, and what is known of it. Moments on the monotonic clock, ms. */
export interface SentOrder {
  ref: string;
  seq: number;
  at: number;
  /** What was landed as; null: it was stopped. */
  landing: StickLanding | null;
  /** Of a stop: the landing that was under way when it left. */
  stops: SentOrder | null;
  state: StickOrderState;
  result: number | null;
  /** Its connection ended with it: no answer comes to it any more. */
  cut: boolean;
}

/** Name of a message of this run in notices of the broker. */
export const refOf = ({ id }: Pick<RunOrders, 'id'>, what: 'frame' | 'order', seq: number): string =>
  `${id}/${what}/${seq}`;

/** Whether a name is that of a frame of this run. */
export const isFrame = ({ id }: Pick<RunOrders, 'id'>, ref: string): boolean =>
  ref.startsWith(`${id}/frame/`);

/** A late answer still counts, and must not pass for that to a later order. */
const mayBeAnswered = ({ state, at, cut }: SentOrder, now: number): boolean =>
  !cut && (state === 'sent' || state === 'unknown') && now - at < limits.command.resolveFor;

/** A stop or a landing leaves now. @returns it, as the state of the run has it from then on */
export const recordSent = (
  run: RunOrders,
  seq: number,
  landing: StickLanding | null,
  now: number,
): SentOrder => {
  const order: SentOrder = {
    ref: refOf(run, 'order', seq),
    seq,
    at: now,
    landing,
    stops: landing === null ? run.running : null,
    state: 'sent',
    result: null,
    cut: false,
  };
  run.orders = [...run.orders.filter((one) => mayBeAnswered(one, now)), order];
  if (landing === null) run.stops += 1;
  else run.running = order;
  return order;
};

/** The newest stop of a run, as it is reported; null: there was none. */
export const stopOf = ({ orders, stops }: Pick<RunOrders, 'orders' | 'stops'>): StickStop | null => {
  const newest = orders.findLast(({ landing }) => landing === null);
  return newest ? { count: stops, result: newest.result, state: newest.state } : null;
};

/** What a stop has done to the landing that was under way; of one that was ordered since it says nothing. */
const settleStopped = (run: RunOrders, { stops, landing }: SentOrder, state: Settled): void => {
  if (landing !== null || stops === null || run.running !== stops) return;
  run.landing = stoppedLanding(run.landing, state);
  if (run.landing.ordered === null) run.running = null;
};

const lose = (run: RunOrders, one: SentOrder, state: 'unknown' | 'failed'): SentOrder => {
  one.state = state;
  if (run.running === one) run.landing = lostLanding(run.landing, state);
  settleStopped(run, one, state);
  return one;
};

const waiting = ({ orders }: RunOrders): SentOrder[] => orders.filter(({ state }) => state === 'sent');

/**
 * The broker reports what it did not give to the dock, or took back from it with the connection.
 * @returns the order whose outcome that is; null: none
 */
export const noticeOf = (run: RunOrders, { ref, outcome }: Omit<FrameNotice, 'sn'>): SentOrder | null => {
  if (outcome === 'dropped' && isFrame(run, ref)) {
    run.passed -= 1;
    run.dropped += 1;
    run.fault = 'notForwarded';
  }
  const order = run.orders.find((one) => one.ref === ref);
  if (!order || (order.state !== 'sent' && order.state !== 'unknown')) return null;
  order.cut = true;
  const state = outcome === 'dropped' ? 'failed' : 'unknown';
  return order.state === state ? null : lose(run, order, state);
};

/** Time passed: silence is never success. @returns orders that have remained without an answer */
export const unanswered = (run: RunOrders, now: number): SentOrder[] =>
  waiting(run).flatMap((one) => (now - one.at > limits.drc.orderAnswer ? [lose(run, one, 'unknown')] : []));

/** The run ends: whatever the dock answers from now on, nobody receives it. */
export const abandoned = (run: RunOrders): SentOrder[] =>
  waiting(run).map((one) => lose(run, one, 'unknown'));

/**
 * The device answered a stop or a landing, by its number or, where it numbers its answers itself, in the order of what it was
 * sent. @returns what it answered; null: nothing that waits
 */
export const answerOf = (
  run: RunOrders,
  reply: { kind: 'stop' | 'landing'; landing?: StickLanding; result: number },
  { raw }: Pick<DeviceMessage, 'raw'>,
  now: number,
): SentOrder | null => {
  const open = run.orders.filter((one) => mayBeAnswered(one, now) && one.landing === (reply.landing ?? null));
  const order = open.find(({ seq }) => seq === raw['seq']) ?? open[0];
  if (!order) return null;
  const state = reply.result === 0 ? 'accepted' : 'rejected';
  order.state = state;
  order.result = reply.result;
  settleStopped(run, order, state);
  if (run.running === order && order.landing !== null)
    run.landing = answeredLanding(run.landing, order.landing, reply.result);
  return order;
};
