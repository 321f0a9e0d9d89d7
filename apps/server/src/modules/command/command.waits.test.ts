import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Runtime } from '../../platform/runtime.ts';
import { createWaits } from './command.waits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('leaves nothing behind when the command cannot be read', async () => {
  const db = {
    selectFrom: () => {
      throw new Error('the database is away');
    },
  } as unknown as Runtime['db'];
  const waits = createWaits({ db, clock: { wall: () => 0, mono: () => 0 } });
  await expect(waits.settled('command', 1_000)).rejects.toThrow('the database is away');
  expect(vi.getTimerCount()).toBe(0);
});
