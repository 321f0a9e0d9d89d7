import { now } from './clock.ts';

/** Server wall clock minus this page's monotonic clock, ms; null until an answer told the server's time. */
let offset: number | null = null;

/**
 * Learns the server's clock from an answer that carries it. `sentAt` and `receivedAt` are monotonic; the answer is
 * taken to be made half-way between them.
 */
export const learnServerTime = (serverTime: number, sentAt: number, receivedAt: number): void => {
  offset = serverTime - (sentAt + receivedAt) / 2;
};

/** Server wall clock, epoch ms, by the last answer; null before the first. Changing the computer's clock does not move it. */
export const serverTime = (at: number = now()): number | null =>
  offset === null ? null : Math.round(at + offset);

/** The server moment of a monotonic one, epoch ms. Before the offset is known the computer's clock serves. */
export const serverMoment = (at: number): number => serverTime(at) ?? Math.round(Date.now() + at - now());

/** When a server moment falls on this page's monotonic clock. Before the offset is known the computer's clock serves. */
export const onThisClock = (moment: number): number =>
  offset === null ? now() + (moment - Date.now()) : moment - offset;
