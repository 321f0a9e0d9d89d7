import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '@eyrie/domain';
import { watchPace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A sender of so many bytes a second, and whether it is still connected. */
const sender = (perSecond: number) => {
  const socket = {
    bytesRead: 0,
    open: true,
    destroy: () => {
      socket.open = false;
    },
  };
  const timer = setInterval(() => {
    socket.bytesRead += perSecond;
  }, 1_000);
  return { socket, stop: () => clearInterval(timer) };
};

const read = { readableLength: 0 };

it('one byte a second is cut off within half a minute, however it began', () => {
  const { socket } = sender(1);
  const unwatch = watchPace(socket, read);
  socket.bytesRead += 1_000_000;
  vi.advanceTimersByTime(30_000);
  expect(socket.open).toBe(false);
  unwatch();
});

it('a thin line may take hours', () => {
  const { socket } = sender(2_000);
  const unwatch = watchPace(socket, read);
  vi.advanceTimersByTime(3 * 3_600_000);
  expect(socket.open).toBe(true);
  unwatch();
});

it('what is slow after everything came is not the sender', () => {
  const { socket, stop } = sender(2_000);
  const unwatch = watchPace(socket, read);
  vi.advanceTimersByTime(10_000);
  stop();
  unwatch();
  vi.advanceTimersByTime(10 * limits.http.uploadPaceEvery);
  expect(socket.open).toBe(true);
});

it('what lies here unread is not the sender either, until it is read', () => {
  const { socket, stop } = sender(2_000);
  const request = { readableLength: 100 };
  const unwatch = watchPace(socket, request);
  stop();
  vi.advanceTimersByTime(10 * limits.http.uploadPaceEvery);
  expect(socket.open).toBe(true);
  request.readableLength = 0;
  vi.advanceTimersByTime(limits.http.uploadPaceEvery);
  expect(socket.open).toBe(false);
  unwatch();
});
