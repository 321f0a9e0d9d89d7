import { expect, it, vi } from 'vitest';
import { limits } from '@eyrie/domain';
import { createLog } from '../log.ts';
import { createSurvivor } from './survive.ts';

const open = () => {
  let now = 0;
  const end = vi.fn<() => void>();
  const survive = createSurvivor({ log: createLog({ level: 'silent' }), now: () => now, end });
  const fail = (many: number): void => {
    for (let left = many; left > 0; left -= 1) survive(new Error('of one connection'));
  };
  return { end, fail, wait: (ms: number) => (now += ms) };
};
const { faults, faultsWithin } = limits.restart;

it('goes on after errors that nobody caught, for as long as they are few', () => {
  const { end, fail, wait } = open();
  for (let minute = 0; minute < 5; minute += 1) {
    fail(faults);
    wait(faultsWithin);
  }
  expect(end).not.toHaveBeenCalled();
});

it('ends when it keeps failing', () => {
  const { end, fail } = open();
  fail(faults + 1);
  expect(end).toHaveBeenCalledOnce();
});
