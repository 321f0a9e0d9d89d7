import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followDocks } from './follow-docks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('many changes of docks ask once, and a later one asks again', () => {
  const ask = vi.fn<() => void>();
  const docks = followDocks(ask);
  for (let n = 0; n < 500; n += 1) docks.changed();
  expect(ask).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(ask).toHaveBeenCalledTimes(1);
  docks.changed();
  vi.advanceTimersByTime(1_000);
  expect(ask).toHaveBeenCalledTimes(2);
});
it('a page that is left asks for nothing any more', () => {
  const ask = vi.fn<() => void>();
  const docks = followDocks(ask);
  docks.changed();
  docks.stop();
  vi.advanceTimersByTime(5_000);
  expect(ask).not.toHaveBeenCalled();
});
