import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSlices } from './slices.ts';

/** Work that takes a millisecond of a clock of its own. */
const openSlices = (most = 100) => {
  let now = 0;
  const done: number[] = [];
  const slices = createSlices({ mono: () => now }, { slice: 5, most });
  const push = (name: number): void =>
    slices.push(() => {
      done.push(name);
      now += 1;
    });
  return { slices, push, done };
};
const names = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

it('lets others pass after a slice, and does all in order', async () => {
  const { push, done } = openSlices();
  names(12).forEach(push);
  expect(done).toEqual(names(5));
  const seen: number[] = [];
  while (done.length < 12) {
    await nextTurn();
    seen.push(done.length);
  }
  expect(Math.max(...seen.map((count, at) => count - (seen[at - 1] ?? 5)))).toBeLessThanOrEqual(5);
  expect(done).toEqual(names(12));
});

it('does a single piece at once, also when later turns have come', async () => {
  const { push, done, slices } = openSlices();
  push(1);
  expect(done).toEqual([1]);
  await nextTurn();
  await nextTurn();
  push(2);
  expect(done).toEqual([1, 2]);
  expect(slices.waited()).toBe(0);
});

it('keeps no more waiting than it may, and never turns the order round', async () => {
  const { push, done } = openSlices(3);
  names(20).forEach(push);
  expect(done).toEqual(names(17));
  while (done.length < 20) await nextTurn();
  expect(done).toEqual(names(20));
});

it('says how long a piece has waited, and does what waits when it is to end', () => {
  const { push, done, slices } = openSlices();
  names(7).forEach(push);
  slices.finish();
  expect(done).toEqual(names(7));
  expect(slices.waited()).toBeGreaterThan(0);
});
