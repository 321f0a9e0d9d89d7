import { expect, it } from 'vitest';
import { createReplayClock } from './replay-clock.ts';

const made = () => {
  let next: ((now: number) => void) | null = null;
  const clock = createReplayClock(1_000, 11_000, {
    ask: (then) => {
      next = then;
      return 1;
    },
    cancel: () => void (next = null),
  });
  const frame = (now: number): void => {
    const then = next;
    next = null;
    then?.(now);
  };
  return { clock, frame, waits: () => next !== null };
};

it('moves with the screen, times its speed, and stops at the end', () => {
  const { clock, frame, waits } = made();
  const seen: number[] = [];
  clock.onMoment((at) => seen.push(at));
  clock.setSpeed(32);
  clock.toggle();
  frame(0);
  frame(100);
  expect(clock.at()).toBe(4_200);
  frame(1_000);
  expect(seen).toEqual([1_000, 4_200, 11_000]);
  expect([clock.playing(), waits()]).toEqual([false, false]);
  clock.toggle();
  expect([clock.at(), clock.playing()]).toEqual([1_000, true]);
});

it('stays within the flight, and ceases when nobody looks', () => {
  const { clock, waits } = made();
  const stop = clock.onMoment(() => undefined);
  clock.set(99_000);
  expect(clock.at()).toBe(11_000);
  clock.set(0);
  expect(clock.at()).toBe(1_000);
  clock.toggle();
  stop();
  expect([clock.playing(), waits()]).toEqual([false, false]);
});
