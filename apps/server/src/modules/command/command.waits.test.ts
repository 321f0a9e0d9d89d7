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

/** Reads of a command that is in the states given, one after the other; null: there is none. */
const reading = (...states: (string | null)[]) => {
  let reads = 0;
  const row = () => {
    const state = states[Math.min(reads, states.length - 1)];
    reads += 1;
    return Promise.resolve(state === null ? undefined : { ...dates, state, lease_epoch: null });
  };
  const query = { innerJoin: () => query, selectAll: () => query, select: () => query, where: () => query };
  Object.assign(query, { executeTakeFirst: row });
  const waits = createWaits({
    db: { selectFrom: () => query } as unknown as Runtime['db'],
    clock: { wall: () => 0, mono: () => Date.now() },
  });
  return { waits, reads: () => reads };
};
const dates = { issued_at: new Date(0), expires_at: new Date(0), sent_at: null };

it('reads a command that is waited for since before it was stored when it changes, and not before', async () => {
  const { waits, reads } = reading('succeeded');
  const waiting = waits.begin('command');
  const outcome = waits.settled('command', 5_000, waiting);
  await vi.advanceTimersByTimeAsync(499);
  expect(reads()).toBe(0);
  waits.changed('command');
  expect(await outcome).toMatchObject({ state: 'succeeded' });
  waiting.end();
  expect(vi.getTimerCount()).toBe(0);
});

it('misses no change that came before anybody asked for the outcome, and none whose notification was lost', async () => {
  for (const wake of ['early', 'lost']) {
    const { waits, reads } = reading('succeeded');
    const waiting = waits.begin('command');
    if (wake === 'early') waits.changed('command');
    const outcome = waits.settled('command', 5_000, waiting);
    await vi.advanceTimersByTimeAsync(wake === 'early' ? 0 : 500);
    expect(reads()).toBe(1);
    expect(await outcome).toMatchObject({ state: 'succeeded' });
  }
});

it('does not wait for a command that is not there', async () => {
  const { waits } = reading(null);
  await expect(waits.settled('command', 1_000)).rejects.toMatchObject({ reason: 'notFound' });
  expect(vi.getTimerCount()).toBe(0);
});

it('waits no longer than asked where less is left than the pause between two reads', async () => {
  const { waits, reads } = reading('sent');
  const outcome = waits.settled('command', 50);
  await vi.advanceTimersByTimeAsync(49);
  expect(reads()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toMatchObject({ state: 'sent' });
  expect(vi.getTimerCount()).toBe(0);
});

it('ends the wait for a claim at once when the gateway cannot claim, and no other wait', async () => {
  const { waits, reads } = reading('drafted');
  const outcome = waits.claimed('command', 5_000);
  await vi.advanceTimersByTimeAsync(0);
  waits.notClaimed('another');
  await vi.advanceTimersByTimeAsync(0);
  expect(reads()).toBe(1);
  waits.notClaimed('command');
  await vi.advanceTimersByTimeAsync(0);
  expect(await outcome).toMatchObject({ state: 'drafted' });
  expect(reads()).toBe(2);
});

it('ends one wait beside another of the same command, however often it is ended', async () => {
  const { waits } = reading('drafted', 'succeeded');
  const first = waits.begin('command');
  first.end();
  const outcome = waits.settled('command', 5_000);
  await vi.advanceTimersByTimeAsync(0);
  first.end();
  waits.changed('command');
  await vi.advanceTimersByTimeAsync(0);
  expect(await outcome).toMatchObject({ state: 'succeeded' });
});
