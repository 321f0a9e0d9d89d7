import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '@eyrie/domain';
import { loaded } from './loading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => undefined);
const later = <T>(part: T, after: number): Promise<T> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(part), after);
  });

it('a part of the program that does not load is an error after two minutes, and not before', async () => {
  const settled = vi.fn<(how: unknown) => void>();
  loaded(() => never).catch(settled);
  await vi.advanceTimersByTimeAsync(limits.web.chunkLoad - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledWith(new Error('a part of the page did not load in time'));
  expect(limits.web.chunkLoad).toBe(120_000);
});

it('one that loads slowly is there, and no error follows', async () => {
  const part = loaded(() => later('part', limits.web.chunkLoad - 1));
  await vi.advanceTimersByTimeAsync(limits.web.chunkLoad - 1);
  expect(await part).toBe('part');
  expect(vi.getTimerCount()).toBe(0);
});

it('one that fails is an error at once', async () => {
  await expect(loaded(() => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone');
  expect(vi.getTimerCount()).toBe(0);
});
