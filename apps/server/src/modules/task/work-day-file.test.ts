import { describe, expect, it } from 'vitest';
import { daysOfCalendarFile } from './work-day-file.ts';

const file = (...events: string[]): string =>
  [
    'BEGIN:VCALENDAR',
    ...events.flatMap((one) => ['BEGIN:VEVENT', ...one.split('|'), 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');
const reason = (text: string): string => {
  try {
    daysOfCalendarFile(text);
  } catch (error) {
    return (error as { reason: string }).reason;
  }
  return 'none';
};

describe('a file of a calendar', () => {
  it('gives each day of its events, and knows make-up workdays by their names', () => {
    const national = 'SUMMARY:国庆节 休|DTSTART;VALUE=DATE:20271001|DTEND;VALUE=DATE:20271004';
    expect(daysOfCalendarFile(file(national, 'DTSTART;VALUE=DATE:20271009|SUMMARY:国庆节 补班'))).toEqual([
      { day: '2027-10-01', kind: 'holiday', name: '国庆节 休' },
      { day: '2027-10-02', kind: 'holiday', name: '国庆节 休' },
      { day: '2027-10-03', kind: 'holiday', name: '国庆节 休' },
      { day: '2027-10-09', kind: 'makeUp', name: '国庆节 补班' },
    ]);
  });
  it('joins lines that it had to break, and reads times and marks of text', () => {
    const broken = 'SUMMARY;LANGUAGE=en:New Year\\, obser\r\n ved|DTSTART:20270101T000000Z';
    expect(daysOfCalendarFile(file(broken))).toEqual([
      { day: '2027-01-01', kind: 'holiday', name: 'New Year, observed' },
    ]);
  });
  it('leaves what it cannot read to be refused by its row: rules, days that are none, endless events', () => {
    const [rule] = daysOfCalendarFile(file('DTSTART:20270101|RRULE:FREQ=YEARLY|SUMMARY:x'));
    expect(rule?.day).toBe('20270101 FREQ=YEARLY');
    expect(daysOfCalendarFile(file('DTSTART:20270631|DTEND:20270702|SUMMARY:x'))[0]?.day).toBe('2027-06-31');
    expect(daysOfCalendarFile(file('DTSTART:20270101|DTEND:20990101|SUMMARY:x')).length).toBeLessThan(70);
  });
  it('is refused when it is none, or has too many days', () => {
    expect(reason('day,kind\r\n2027-01-01,holiday')).toBe('fileFormat');
    expect(reason(file(...Array.from({ length: 2_001 }, () => 'DTSTART:20270101')))).toBe('tableTooLong');
  });
});
