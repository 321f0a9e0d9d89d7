import { limits } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { createAwake } from './awake.ts';

const { frozenAfter, hiddenFrozenAfter } = limits.web;

it.each([
  ['ran all the time', frozenAfter, frozenAfter, false, false],
  ['did not run', frozenAfter + 1, 0, false, true],
  ['was on a machine that slept', 0, frozenAfter + 1, false, true],
  ['is hidden, and runs once a minute', hiddenFrozenAfter, hiddenFrozenAfter, true, false],
  ['was hidden and frozen', hiddenFrozenAfter + 1, 0, true, true],
])('a page that %s', (_what, mono, wall, isHidden, slept) => {
  const clock = { mono: 1_000, wall: 5_000_000 };
  const awake = createAwake({ now: () => clock.mono, wall: () => clock.wall, hidden: () => isHidden });
  clock.mono += mono;
  clock.wall += wall;
  expect(awake()).toBe(slept);
  expect(awake()).toBe(false);
});
