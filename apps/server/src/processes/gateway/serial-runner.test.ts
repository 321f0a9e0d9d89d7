import { expect, it, vi } from 'vitest';
import { createSerialRunner } from './serial-runner.ts';

/** Turns that each last until they are let go. */
const heldTurns = () => {
  const open: (() => void)[] = [];
  let begun = 0;
  const turns = createSerialRunner(async () => {
    begun += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    open.push(resolve);
    await promise;
  });
  return { turns, begun: () => begun, letGo: () => open.shift()?.() };
};

it('gives whoever asks during a turn one more after it, however many ask', async () => {
  const { turns, begun, letGo } = heldTurns();
  const first = turns.run();
  void turns.run();
  void turns.run();
  expect(begun()).toBe(1);
  letGo();
  await vi.waitFor(() => expect(begun()).toBe(2));
  letGo();
  await first;
  expect(begun()).toBe(2);
});

it('tells of a turn that failed and takes the next one', async () => {
  let fails = true;
  const turns = createSerialRunner(async () => {
    if (fails) throw new Error('the database is away');
  });
  await expect(turns.run()).rejects.toThrow('away');
  fails = false;
  await expect(turns.run()).resolves.toBeUndefined();
});

it('begins no turn once it has ended, also when one was asked for before', async () => {
  const { turns, begun, letGo } = heldTurns();
  const first = turns.run();
  void turns.run();
  const ended = turns.end();
  letGo();
  await ended;
  expect(begun()).toBe(1);
  await first;
  await turns.run();
  expect(begun()).toBe(1);
});
