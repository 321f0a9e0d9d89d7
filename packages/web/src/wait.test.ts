import { expect, it } from 'vitest';
import { wait } from './wait.ts';

/** How many listeners of its abort a signal holds. */
const counted = (): { signal: AbortSignal; stop: () => void; held: () => number } => {
  const stopper = new AbortController();
  const { signal } = stopper;
  const held = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: EventListener): void => {
    held.add(listener);
    add(type, listener);
  };
  signal.removeEventListener = (type: string, listener: EventListener): void => {
    held.delete(listener);
    remove(type, listener);
  };
  return { signal, stop: () => stopper.abort(new Error('stopped')), held: () => held.size };
};

it('a page that waits again and again holds no more listeners than at first', async () => {
  const { signal, held } = counted();
  for (let round = 0; round < 100; round += 1) await wait(0, signal);
  expect(held()).toBe(0);
});

it('a stopped wait ends at once and keeps no timer', async () => {
  const { signal, stop, held } = counted();
  const waiting = wait(3_600_000, signal);
  expect(held()).toBe(1);
  stop();
  await expect(waiting).rejects.toThrow('stopped');
  await expect(wait(0, signal)).rejects.toThrow('stopped');
});
