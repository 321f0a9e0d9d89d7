import { describe, expect, it } from 'vitest';
import { makeRoom } from './connection-limit.ts';

const flying = (dockOID: string, tabId: string, idle = false, sessionOID = 'mine') => {
  const one = {
    pass: { dockOID, tabId, sessionOID },
    ended: false,
    isIdle: () => idle,
    end: () => void (one.ended = true),
  };
  return one;
};
const asked = { dockOID: 'c', tabId: 'third', sessionOID: 'mine' };

describe('one more connection for sticks', () => {
  it('opens beside another, and beside those of other sessions', () => {
    const open = [
      flying('a', 'first'),
      flying('b', 'second', false, 'other'),
      flying('d', 'x', false, 'other'),
    ];
    expect(makeRoom(open, asked)).toBe(true);
    expect(open.map(({ ended }) => ended)).toEqual([false, false, false]);
  });

  it('takes the place of its own tab, and of nobody who flies', () => {
    const open = [flying('a', 'first'), flying('c', 'third')];
    expect(makeRoom(open, asked)).toBe(true);
    expect(open.map(({ ended }) => ended)).toEqual([false, true]);
  });

  it('takes the place of one by which nobody flies', () => {
    const open = [flying('a', 'first'), flying('b', 'second', true)];
    expect(makeRoom(open, asked)).toBe(true);
    expect(open.map(({ ended }) => ended)).toEqual([false, true]);
  });

  it('is refused where the session flies by two already', () => {
    const open = [flying('a', 'first'), flying('b', 'second')];
    expect(makeRoom(open, asked)).toBe(false);
    expect(open.map(({ ended }) => ended)).toEqual([false, false]);
  });
});
