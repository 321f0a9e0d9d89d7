import { limits } from '@eyrie/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { begin, flownLink, flownRun } from './drc.fixture.ts';
import { answerOf, noticeOf, recordSent, refOf, unanswered } from './drc.outcomes.ts';
import type { DrcRun } from './drc.run.ts';

let run: DrcRun;
beforeEach(() => {
  run = flownRun(flownLink());
});
const answer = (result: number, at: number) =>
  answerOf(run, { kind: 'stop', result }, { raw: {} }, begin + at);

describe('an order by sticks', () => {
  it('is answered within the time that an answer may take, and not later', () => {
    const { resolveFor } = limits.command;
    for (const state of ['sent', 'unknown'] as const) {
      const late = recordSent(run, 1, null, begin);
      late.state = state;
      expect(answer(0, resolveFor)).toBeNull();
      expect(late.state).toBe(state);
      expect(answer(0, resolveFor - 1)).toBe(late);
    }
  });

  it('to land stops no landing that runs, as a stop does', () => {
    const first = recordSent(run, 1, 'force', begin);
    expect(recordSent(run, 2, 'emergency', begin).stops).toBeNull();
    expect(recordSent(run, 3, null, begin).stops).toMatchObject({ seq: 2 });
    expect(first.stops).toBeNull();
  });

  it('that was answered is not lost with its connection', () => {
    const order = recordSent(run, 1, null, begin);
    expect(answer(0, 10)).toBe(order);
    expect(noticeOf(run, { ref: order.ref, outcome: 'cut' })).toBeNull();
    expect(order).toMatchObject({ state: 'accepted', cut: false });
  });

  it('that nobody knows of may still turn out not to have left', () => {
    const order = recordSent(run, 1, null, begin);
    expect(unanswered(run, begin + limits.drc.orderAnswer + 1)).toEqual([order]);
    expect(noticeOf(run, { ref: order.ref, outcome: 'dropped' })).toBe(order);
    expect(order).toMatchObject({ state: 'failed', cut: true });
    expect(noticeOf(run, { ref: refOf(run, 'order', 9), outcome: 'dropped' })).toBeNull();
  });
});
