import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGiveBack } from './give-back.ts';

const MB = 1024 * 1024;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('collects once, when nothing was answered for a while', () => {
  const collect = vi.fn<() => void>();
  const answered = createGiveBack(() => 300 * MB, collect);
  answered();
  vi.advanceTimersByTime(4_900);
  answered();
  vi.advanceTimersByTime(4_900);
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledTimes(1);
});

it('leaves a process alone that holds little', () => {
  const collect = vi.fn<() => void>();
  createGiveBack(() => 50 * MB, collect)();
  vi.advanceTimersByTime(60_000);
  expect(collect).not.toHaveBeenCalled();
});

it('collects what nobody holds any more', () => {
  let dropped: number[] | null = Array.from({ length: 4_000_000 }, (_, at) => at);
  const before = process.memoryUsage().heapUsed;
  const answered = createGiveBack(() => 300 * MB);
  dropped = dropped.length > 0 ? null : dropped;
  answered();
  vi.advanceTimersByTime(5_000);
  expect(dropped).toBeNull();
  expect(process.memoryUsage().heapUsed).toBeLessThan(before - 16 * MB);
});
