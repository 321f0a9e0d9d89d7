import { leastTime } from '@eyrie/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRule, writeRule } from './rule-text.ts';
import { repeat, schedules } from './schedule.fixture.ts';

describe('a rule', () => {
  const kept = (rule: string, rest = ''): string =>
    `DTSTART;TZID=Asia/Shanghai:20270101T080000\nRRULE:${rule}${rest}`;

  it('that is ours is read', () => {
    const single = { timeZone: 'Europe/Berlin', at: '2027-03-31T08:30' };
    expect(writeRule(single)).toBe('DTSTART;TZID=Europe/Berlin:20270331T083000');
    expect(readRule(writeRule(single))).toEqual(single);
    const weekly = repeat({ frequency: 'week', weekdays: ['MO'], until: '2027-06-30' });
    const text = kept('FREQ=WEEKLY;INTERVAL=1;WKST=MO;BYDAY=MO;UNTIL=20270630T235959');
    expect(writeRule(weekly)).toBe(text);
    expect(readRule(text)).toEqual(weekly);
  });

  it.each([
    'FREQ=SECONDLY',
    'FREQ=MINUTELY',
    'FREQ=HOURLY',
    'FREQ=YEARLY;BYDAY=MO;BYSETPOS=366',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=9999',
    'FREQ=DAILY;COUNT=1000000000',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=DAILY;UNTIL=99991231T235959',
    'FREQ=DAILY;UNTIL=20261231T235959',
    'FREQ=DAILY\nRDATE:20270101T080000',
    '',
  ])('%s is refused within 50 ms', (rule) => {
    expect(
      leastTime(() => {
        expect(readRule(kept(rule))).toBeNull();
      }),
    ).toBeLessThan(50);
  });

  it('without a zone, with one that nobody knows or with an offset is refused', () => {
    for (const zone of ['Mars/Olympus', '+08:00', ''])
      expect(readRule(`DTSTART;TZID=${zone}:20270101T080000`)).toBeNull();
    expect(readRule('DTSTART:20270101T080000')).toBeNull();
  });

  it('of any schedule says that schedule', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        expect(readRule(writeRule(schedule))).toEqual(schedule);
      }),
    );
  });
});
