import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { isShown, noticeFields, noticeState, windowFaults } from './index.ts';

const { ahead, late, longest, longestMaintenance } = limits.operation.notice;
const now = 1_800_000_000_000;
const moment = fc.integer({ min: now - 1e9, max: now + 1e9 });

describe('the time of a notice', () => {
  it('is current from its first millisecond up to and without its last, unless it was ended', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 1e9 }), moment, (from, length, at) => {
        const until = from + length;
        const expected = at < from ? 'planned' : at < until ? 'current' : 'over';
        expect(noticeState({ from, until, endedAt: null }, at)).toBe(expected);
        expect(noticeState({ from, until, endedAt: from }, at)).toBe('over');
        expect(isShown({ kind: 'announcement', from, until }, at)).toBe(expected === 'current');
        expect(isShown({ kind: 'maintenance', from, until }, at)).toBe(expected !== 'over');
      }),
    );
  });

  it.each([
    ['announcement', now, now + 1, []],
    ['announcement', now - late, now + longest - late, []],
    ['announcement', now - late - 1, now + 1_000, ['past']],
    ['announcement', now + ahead + 1, now + ahead + 2, ['farAhead']],
    ['announcement', now, now, ['order']],
    ['announcement', now - 1_000, now - 1, ['order']],
    ['announcement', now, now + longest + 1, ['tooLongTime']],
    ['maintenance', now, now + longestMaintenance, []],
    ['maintenance', now, now + longestMaintenance + 1, ['tooLongTime']],
  ] as const)('of kind %s from %d until %d breaks %j', (kind, from, until, rules) => {
    expect(windowFaults(kind, { from, until }, { now, begun: false }).map(({ rule }) => rule)).toEqual(rules);
  });

  it('once begun, keeps its beginning however long ago', () => {
    expect(
      windowFaults('maintenance', { from: now - 3_600_000, until: now + 1 }, { now, begun: true }),
    ).toEqual([]);
  });
});

describe('the text of a notice', () => {
  const { texts } = noticeFields;
  it('comes in up to three languages, trimmed, and no longer than is calm', () => {
    expect(texts.parse({ en: ' Tonight ' })).toEqual({ en: 'Tonight' });
    expect(texts.safeParse({ zh: '维'.repeat(limits.operation.notice.textMax) }).success).toBe(true);
    expect(texts.safeParse({ zh: '维'.repeat(limits.operation.notice.textMax + 1) }).success).toBe(false);
  });
});
