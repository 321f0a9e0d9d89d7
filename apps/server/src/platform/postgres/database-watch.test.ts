import { limits } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { createDatabaseWatch } from './database-watch.ts';

const silence = new Error('Query read timeout');
const late = new Error('timeout expired');
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const { silentFor } = limits.postgres;

/** A watch whose time and whose second look are in the hand of the test. */
const watched = () => {
  let now = 0;
  const checks: ((answered: boolean) => void)[] = [];
  const changes: boolean[] = [];
  const watch = createDatabaseWatch({
    clock: { mono: () => now },
    confirm: () => new Promise((resolve) => checks.push(resolve)),
    changed: (up) => changes.push(up),
  });
  return {
    watch,
    changes,
    checks,
    pass: (ms: number) => (now += ms),
    async secondCheck(answered: boolean) {
      checks.shift()?.(answered);
      await Promise.resolve();
    },
  };
};

describe('whether the database is there', () => {
  it('is not judged by one missed ping while work is done', async () => {
    const { watch, changes, pass, secondCheck } = watched();
    watch.pinged(late);
    expect(watch.up()).toBe(true);
    pass(silentFor);
    watch.answered(null);
    watch.pinged(late);
    await secondCheck(true);
    expect(watch.up()).toBe(true);
    expect(changes).toEqual([]);
  });

  it('is denied when the second look stays without an answer, and granted with the next answer', async () => {
    const { watch, changes, secondCheck } = watched();
    watch.pinged(late);
    await secondCheck(false);
    expect(watch.up()).toBe(false);
    watch.pinged(null);
    expect(watch.up()).toBe(true);
    expect(changes).toEqual([false, true]);
  });

  it('survives a process that stood still: everything that came late comes late at once', () => {
    const { watch } = watched();
    watch.pinged(late);
    for (let at = 0; at < 20; at += 1) watch.answered(silence);
    expect(watch.up()).toBe(true);
  });

  it('is denied when work meets silence for a while', () => {
    const { watch, pass } = watched();
    watch.answered(silence);
    pass(silentFor);
    watch.answered(silence);
    expect(watch.up()).toBe(false);
  });

  it('is granted by a refusal of the database itself, and by a pool that is all in use', () => {
    const { watch, pass } = watched();
    for (const error of [
      Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
      Object.assign(new Error('duplicate key'), { code: '23505' }),
      new Error('timeout exceeded when trying to connect'),
    ]) {
      watch.answered(silence);
      pass(silentFor);
      watch.answered(error);
      expect(watch.up()).toBe(true);
    }
  });

  it('is denied at the second refused connection', () => {
    const { watch } = watched();
    watch.pinged(refused);
    expect(watch.up()).toBe(true);
    watch.pinged(refused);
    expect(watch.up()).toBe(false);
  });

  it('is not granted by an error that is not the database’s while it is away', () => {
    const { watch, changes } = watched();
    watch.pinged(refused);
    watch.pinged(refused);
    for (const error of [
      new Error('timeout exceeded when trying to connect'),
      Object.assign(new Error('Cannot call write after a stream was destroyed'), {
        code: 'ERR_STREAM_DESTROYED',
      }),
      new Error('Client was closed'),
    ])
      watch.answered(error);
    expect(watch.up()).toBe(false);
    expect(changes).toEqual([false]);
  });
});
