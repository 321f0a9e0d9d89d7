import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateIn, minuteIn } from '../../platform/format.ts';
import {
  calendarViews,
  datesOf,
  isDate,
  minuteAt,
  shiftDate,
  spanOf,
  turned,
  wallMovedBy,
} from './calendar-span.ts';

const anyDate = fc
  .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2099, 11, 31) })
  .map((stamp) => new Date(stamp).toISOString().slice(0, 10));

describe('the days of a calendar', () => {
  it('are whole weeks in a month, from the first day of the week where one reads', () => {
    // 1 February 2027 is a Monday, and the month has four weeks.
    expect(spanOf('month', '2027-02-17', 1)).toEqual({ from: '2027-02-01', days: 28 });
    expect(spanOf('month', '2027-02-17', 7)).toEqual({ from: '2027-01-31', days: 35 });
    expect(spanOf('month', '2027-08-31', 1)).toEqual({ from: '2027-07-26', days: 42 });
    expect(spanOf('week', '2026-11-29', 1)).toEqual({ from: '2026-11-23', days: 7 });
    expect(spanOf('week', '2026-11-29', 6)).toEqual({ from: '2026-11-28', days: 7 });
    expect(spanOf('day', '2026-11-29', 1)).toEqual({ from: '2026-11-29', days: 1 });
  });

  it('hold the day that is looked at and no more than can be asked for, on every day', () => {
    fc.assert(
      fc.property(
        anyDate,
        fc.constantFrom(...calendarViews),
        fc.constantFrom(1, 6, 7),
        (date, view, first) => {
          const span = spanOf(view, date, first);
          expect(datesOf(span)).toContain(date);
          expect(span.days).toBeLessThanOrEqual(42);
          for (const by of [1, -1] as const) {
            const other = spanOf(view, turned(view, date, by), first);
            // The views of one kind follow one another without a gap.
            const [earlier, later] = by === 1 ? [span, other] : [other, span];
            expect(later.from > earlier.from).toBe(true);
            expect(later.from <= shiftDate(earlier.from, earlier.days)).toBe(true);
          }
        },
      ),
    );
  });

  it('turn from a long month to a short one', () => {
    expect(turned('month', '2027-01-31', 1)).toBe('2027-02-01');
    expect(turned('month', '2027-03-31', -1)).toBe('2027-02-01');
  });

  it('are those that the clocks of the zone show', () => {
    const at = Date.UTC(2026, 10, 26, 20);
    expect(dateIn(at, 'UTC')).toBe('2026-11-26');
    expect(dateIn(at, 'Asia/Shanghai')).toBe('2026-11-27');
  });

  it('move a run by as much as from one place to another, on the clocks of its own zone', () => {
    const from = { date: '2026-11-27', minute: 8 * 60 };
    expect(wallMovedBy('2026-11-27T08:00', from, { date: '2026-11-30', minute: 8 * 60 })).toBe(
      '2026-11-30T08:00',
    );
    expect(wallMovedBy('2026-11-26T23:30', from, { ...from, minute: 9 * 60 + 5 })).toBe('2026-11-27T00:35');
    expect([-1, 0, 0.5, 0.5012, 1, 2].map(minuteAt)).toEqual([0, 0, 720, 720, 1435, 1435]);
    expect(minuteIn(Date.UTC(2026, 10, 26, 20, 15), 'Asia/Shanghai')).toBe(4 * 60 + 15);
  });

  it.each(['2027-02-30', '27-02-01', 'tomorrow', '', null])('are none: %s', (text) => {
    expect(isDate(text)).toBe(false);
  });
});
