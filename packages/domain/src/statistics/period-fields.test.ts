import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { measuredDay, periodFields } from './period-fields.ts';
import { daySpan, dayLater, spanBefore, spanYearBefore, stepOf, stepsOf } from './period.ts';

const period = z.object(periodFields);
const fieldsRefused = (asked: object): string[] =>
  (period.safeParse(asked).error?.issues ?? []).map(({ path }) => path.join('.'));

describe('a period that is asked for', () => {
  it('may be the last ten years, whichever day it is', () => {
    for (const today of ['2024-01-01', '2026-11-29', '2028-02-29', '2099-12-31'])
      expect(fieldsRefused({ from: dayLater(today, 1 - 3_650), days: 3_650 })).toEqual([]);
  });

  it.each([
    [{ from: '2026-02-29', days: 30 }, 'from'],
    [{ from: '1999-12-31', days: 30 }, 'from'],
    [{ from: '2100-01-01', days: 30 }, 'from'],
    [{ from: '9'.repeat(100_000), days: 30 }, 'from'],
    [{ from: '2026-01-01', days: -30 }, 'days'],
    [{ from: '2026-01-01', days: 18_262 }, 'days'],
    [{ from: '2026-01-01', days: 30, groupOID: 'x'.repeat(100_000) }, 'groupOID'],
  ])('is refused by the name of its field: %j', (asked, field) => {
    expect(fieldsRefused(asked)).toEqual([field]);
  });

  it('is answered with days of years that cannot be asked for', () => {
    for (const from of ['2000-01-01', '2099-12-31']) {
      const span = daySpan(from, 3_660);
      const days = [
        span.to,
        spanBefore(span).from,
        spanYearBefore(span).from,
        ...stepsOf(span, stepOf(3_660)),
      ];
      expect(days.filter((day) => !measuredDay.safeParse(day).success)).toEqual([]);
    }
  });
});
