import { limits } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { conditionStep } from './flight.condition.ts';
import type { OpenCondition } from './flight.condition.store.ts';

const { again, againMost, takeBackWithin } = limits.task.condition;
const now = 1_800_000_000_000;
const ago = (ms: number): Date => new Date(now - ms);

const waiting: OpenCondition = {
  flightOID: 'F',
  dockOID: 'D',
  groupRoot: 'G',
  memberOID: 'M',
  flightState: 'created',
  begun: false,
  starting: false,
  endsAt: new Date(now + 60_000),
  preparedAt: null,
  readyAt: null,
  prepareAt: null,
  prepareState: null,
  prepareRefused: 0,
  undoAt: null,
  undoState: null,
  undoRefused: 0,
};
const next = (part: Partial<OpenCondition>) => conditionStep({ ...waiting, ...part }, now);
const over = { flightState: 'over' } as const;

describe('a flight that waits for its condition', () => {
  it.each([
    ['that was not sent to its dock', {}, 'prepareJob'],
    ['that is being sent', { prepareAt: ago(again), prepareState: 'sent' }, null],
    ['that was taken', { prepareAt: ago(100), prepareState: 'succeeded' }, 'prepared'],
    ['that was taken late', { prepareAt: ago(100), prepareState: 'accepted_late' }, 'prepared'],
    ['of which that is known', { preparedAt: ago(1), prepareState: 'succeeded' }, null],
    ['that was just refused', { prepareAt: ago(again - 1), prepareState: 'rejected' }, null],
    ['that was refused a while ago', { prepareAt: ago(again), prepareState: 'rejected' }, 'prepareJob'],
    ['of which nothing was heard', { prepareAt: ago(again), prepareState: 'unknown' }, 'prepareJob'],
    ['that is ready, though its answer was lost', { readyAt: ago(1), prepareState: 'unknown' }, null],
    ['that somebody is starting', { starting: true }, null],
    ['whose window is over', { endsAt: ago(0) }, null],
    ['that flies', { flightState: 'inFlight' }, 'close'],
  ] as const)('%s', (_case, part, step) => {
    expect(next(part)).toBe(step);
  });
});

describe('a flight that comes no more', () => {
  const taken = { ...over, prepareAt: ago(again), prepareState: 'succeeded' } as const;
  it.each([
    ['that was never sent', over, 'close'],
    ['that its dock refused', { ...over, prepareState: 'rejected' }, 'close'],
    ['that is still on its way there', { ...over, prepareState: 'authorised' }, null],
    ['that lies there', taken, 'undoJob'],
    ['that may lie there', { ...taken, prepareState: 'unknown' }, 'undoJob'],
    ['that is being taken back', { ...taken, undoAt: ago(again), undoState: 'sent' }, null],
    ['that was taken back', { ...taken, undoAt: ago(1), undoState: 'succeeded' }, 'close'],
    ['that its dock does not know', { ...taken, undoAt: ago(1), undoState: 'rejected' }, 'close'],
    ['whose dock did not answer now', { ...taken, undoAt: ago(again - 1), undoState: 'unknown' }, null],
    ['whose dock did not answer', { ...taken, undoAt: ago(again), undoState: 'unknown' }, 'undoJob'],
    ['whose window is long over', { ...taken, endsAt: ago(takeBackWithin + 1) }, 'close'],
    ['that was begun', { ...taken, begun: true }, 'close'],
  ] as const)('%s', (_case, part, step) => {
    expect(next(part)).toBe(step);
  });

  it('that was refused once, and lies there from before, is taken back', () => {
    expect(next({ ...over, prepareState: 'rejected', preparedAt: ago(1) })).toBe('undoJob');
  });
});

describe('what comes to nothing again and again', () => {
  const pauses = [
    [1, again],
    [2, 2 * again],
    [3, 4 * again],
    [4, 8 * again],
    [5, 16 * again],
    [6, againMost],
    [2_900, againMost],
  ] as const;

  it.each(pauses)('is sent to its dock after %i refusals in a row once %i ms are over', (refused, pause) => {
    const part = { prepareState: 'rejected', prepareRefused: refused } as const;
    expect(next({ ...part, prepareAt: ago(pause - 1) })).toBeNull();
    expect(next({ ...part, prepareAt: ago(pause) })).toBe('prepareJob');
  });

  it.each(pauses)('is taken back after %i orders without an answer once %i ms are over', (refused, pause) => {
    const part = { ...over, prepareState: 'succeeded', undoState: 'unknown', undoRefused: refused } as const;
    expect(next({ ...part, undoAt: ago(pause - 1) })).toBeNull();
    expect(next({ ...part, undoAt: ago(pause) })).toBe('undoJob');
  });

  it('is taken back at once however often it was refused before the dock had it', () => {
    const part = { ...over, prepareState: 'succeeded', prepareRefused: 20 } as const;
    expect(next({ ...part, prepareAt: ago(1) })).toBe('undoJob');
  });
});
