import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchStep } from './work-attempt.ts';

const bounds = { silentFor: 1_000, endWithin: 100 };
const never = (): Promise<never> => new Promise(() => undefined);
const settled = (work: Promise<unknown>): Promise<string> =>
  work.then(String, (error: unknown) => (error instanceof Error ? error.message : String(error)));

describe('a step of background work', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('may take as long as it gives signs of life', async () => {
    const ended = new AbortController();
    const step = async (alive: () => void): Promise<string> => {
      for (let turn = 0; turn < 10; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 900));
        alive();
      }
      return 'done';
    };
    const outcome = settled(watchStep(step, ended, bounds));
    await vi.advanceTimersByTimeAsync(9_000);
    expect(await outcome).toBe('done');
    expect(ended.signal.aborted).toBe(false);
  });

  it('is ended when it gives none, and may close what it holds', async () => {
    const ended = new AbortController();
    const closes = (): Promise<never> =>
      new Promise((_, reject) => {
        ended.signal.addEventListener('abort', () => setTimeout(() => reject(new Error('closed')), 50));
      });
    const outcome = settled(watchStep(closes, ended, bounds));
    await vi.advanceTimersByTimeAsync(1_060);
    expect(await outcome).toBe('closed');
  });

  it('is given up when it does not end after it was cancelled', async () => {
    const ended = new AbortController();
    const outcome = settled(watchStep(never, ended, bounds));
    ended.abort(new Error('cancelled'));
    await vi.advanceTimersByTimeAsync(100);
    expect(await outcome).toBe('cancelled');
  });
});
