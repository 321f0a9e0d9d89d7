import { leastTime } from '@eyrie/testing';
import { describe, expect, it } from 'vitest';
import { runsAfter } from './recurrence.ts';
import { at, repeat } from './schedule.fixture.ts';
import { repeatSchedule } from './schedule.ts';

describe('a schedule', () => {
  const fails = (given: object): unknown => {
    const base = { timeZone: 'UTC', frequency: 'day', from: '2027-01-01', time: '08:00' };
    return repeatSchedule.safeParse({ ...base, ...given }).error?.issues[0]?.path[0];
  };

  it('that contradicts itself is refused by the name of the field', () => {
    expect(fails({})).toBeUndefined();
    expect(fails({ until: '2026-12-31' })).toBe('until');
    expect(fails({ until: '9999-12-31' })).toBe('until');
    expect(fails({ from: '2027-02-30' })).toBe('from');
    expect(fails({ every: 0 })).toBe('every');
    expect(fails({ time: '24:00' })).toBe('time');
    expect(fails({ timeZone: 'Mars/Olympus' })).toBe('timeZone');
    expect(fails({ window: { until: '07:00', everyMinutes: 30 } })).toBe('window');
    expect(fails({ window: { until: '09:00', everyMinutes: 0 } })).toBe('window');
    expect(fails({ frequency: 'week' })).toBe('weekdays');
    expect(fails({ weekdays: ['MO'] })).toBe('weekdays');
    expect(fails({ frequency: 'month' })).toBe('monthDays');
    expect(fails({ frequency: 'month', monthDays: [0] })).toBe('monthDays');
    expect(fails({ frequency: 'month', monthDays: [1], nthWeekdays: [{ nth: 1, weekday: 'MO' }] })).toBe(
      'nthWeekdays',
    );
  });

  it.each([
    { frequency: 'month', every: 366, monthDays: [31], from: '2027-02-01' },
    { frequency: 'month', every: 12, monthDays: [30], from: '2027-02-01' },
    { window: { until: '23:59', everyMinutes: 5 }, time: '00:00' },
    { every: 366 },
    { sun: { event: 'sunset', offsetMinutes: 180, lng: 180, lat: 89.9 } },
    {
      until: '2028-01-01',
      exceptions: Array.from({ length: 366 }, (_, day) =>
        new Date(Date.UTC(2027, 0, 1) + day * 86_400_000).toISOString().slice(0, 10),
      ),
    },
  ])('that costs most takes less than 50 ms: $frequency $every $time', (given) => {
    expect(leastTime(() => runsAfter(repeat(given), at('2026-12-31'), 5))).toBeLessThan(50);
  });
});
