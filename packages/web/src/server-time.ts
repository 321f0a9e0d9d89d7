import { now } from './clock.ts';

/** Server wall clock minus this page's monotonic clock, ms; null until an answer told the server's time. */
let offset: number | null = null;
/** How far off it may be, ms, when it was learnt, and when that was. */
let doubt = 0;
let learntAt = 0;

/** Two clocks drift apart by no more than this, ms in a ms. */
const drift = 0.0005;

/**
 * Learns the server's clock from an answer that carries it. `sentAt` and `receivedAt` are monotonic; the answer is
 * taken to be made half-way between them, and may be off by as much. An answer that was long under way does not
 * replace a better one, unless that one cannot be true any more, as after a sleep of this computer.
 */
export const learnServerTime = (serverTime: number, sentAt: number, receivedAt: number): void => {
  const measured = serverTime - (sentAt + receivedAt) / 2;
  const measuredDoubt = (receivedAt - sentAt) / 2;
  const doubtNow = doubt + (receivedAt - learntAt) * drift;
  const agree = offset !== null && Math.abs(measured - offset) <= measuredDoubt + doubtNow;
  if (agree && measuredDoubt > doubtNow) return;
  offset = measured;
  doubt = measuredDoubt;
  learntAt = receivedAt;
};

/** For tests: as before the first answer. */
export const forgetServerTime = (): void => {
  offset = null;
};

/** Server wall clock, epoch ms, by the last answer; null before the first. Changing the computer's clock does not move it. */
export const serverTime = (at: number = now()): number | null =>
  offset === null ? null : Math.round(at + offset);

/** The server moment of a monotonic one, epoch ms. Before the offset is known the computer's clock serves. */
export const serverMoment = (at: number): number => serverTime(at) ?? Math.round(Date.now() + at - now());

/** When a server moment falls on this page's monotonic clock. Before the offset is known the computer's clock serves. */
export const onThisClock = (moment: number): number =>
  offset === null ? now() + (moment - Date.now()) : moment - offset;
