import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocked, judge } from './gate-well.fixture.ts';
import { seriesTurn, type PartBefore, type SeriesStanding } from './series.ts';

const now = 1_760_000_000_000;
const waiting: PartBefore = { place: 1, done: false, state: 'created', outcome: null, startedAt: null };
const flying: PartBefore = { ...waiting, state: 'inFlight', startedAt: now - 30_000 };
const failed: PartBefore = { ...flying, state: 'over', outcome: 'failed' };
const done: PartBefore = { ...flying, state: 'over', outcome: 'done', done: true };
const turn = (part: Partial<SeriesStanding>) =>
  seriesTurn({ flown: 'inOrder', gapSeconds: 0, before: null, now, ...part });

describe('flights of one arrangement', () => {
  it('in order: each begins when the one before was flown to its end', () => {
    expect(turn({})).toEqual({ holds: true });
    expect(turn({ before: done })).toEqual({ holds: true });
    for (const before of [waiting, flying])
      expect(turn({ before })).toEqual({ holds: false, reason: 'partWaits', value: '1' });
    expect(turn({ before: failed })).toEqual({ holds: false, reason: 'partFailed', value: '1' });
    // One that is flown again waits for that, and is not held up by one that was done before.
    expect(turn({ before: { ...waiting, done: true } })).toEqual({ holds: true });
  });

  it('at once: each begins so long after the one before, which may be down already', () => {
    const shared = { flown: 'atOnce', gapSeconds: 60 } as const;
    expect(turn({ ...shared, before: waiting })).toMatchObject({ reason: 'partWaits' });
    expect(turn({ ...shared, before: flying })).toEqual({
      holds: false,
      reason: 'partSoon',
      value: 30,
      limit: 60,
    });
    expect(turn({ ...shared, before: { ...flying, startedAt: now - 60_000 } })).toEqual({ holds: true });
    expect(turn({ ...shared, before: failed })).toEqual({ holds: true });
    expect(turn({ ...shared, gapSeconds: 0, before: waiting })).toEqual({ holds: true });
  });

  it('at once: never two beginnings closer than the gap, whatever the clocks say', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3_600 }),
        fc.integer({ min: -10_000, max: 4_000_000 }),
        (gapSeconds, ago) => {
          const before = { ...flying, startedAt: now - ago };
          expect(turn({ flown: 'atOnce', gapSeconds, before }).holds).toBe(ago >= gapSeconds * 1_000);
        },
      ),
    );
  });

  it('stands in the verdict as an item of its own, which a person waives only where a part has failed', () => {
    const at = (before: PartBefore) => ({
      series: { flown: 'inOrder' as const, gapSeconds: 0, before, now },
    });
    expect(judge({ series: null }).has('series')).toBe(false);
    expect(blocked(at(waiting))).toEqual(['series failed partWaits']);
    expect(judge(at(waiting)).get('series')).not.toHaveProperty('waivable');
    expect(judge(at(failed)).get('series')).toMatchObject({ waivable: true, value: '1' });
  });
});
