import { describe, expect, it } from 'vitest';
import { clockTime, flightTime, readableAge, readableLength, dateTime } from './format.ts';

describe('readable figures', () => {
  it.each([
    [0, '0:00:00:00'],
    [59.9, '0:00:00:59'],
    [3_725, '0:01:02:05'],
    [90_061, '1:01:01:01'],
  ])('flight time of %d s', (seconds, shown) => {
    expect(flightTime(seconds)).toBe(shown);
  });
  it.each([
    [0, '0', 'unit.metre'],
    [999.4, '999', 'unit.metre'],
    [1000, '1.0', 'unit.kilometre'],
    [12_345, '12.3', 'unit.kilometre'],
  ])('length of %d m', (metres, value, unit) => {
    expect(readableLength(metres)).toEqual({ value, unit });
  });
  it('age by the fitting unit', () => {
    expect(readableAge(12_900)).toEqual({ id: 'state.secondsAgo', values: { seconds: 12 } });
    expect(readableAge(180_000)).toEqual({ id: 'state.minutesAgo', values: { minutes: 3 } });
    expect(readableAge(10_800_000)).toEqual({ id: 'state.hoursAgo', values: { hours: 3 } });
  });
  it('clock time in a zone, with Latin digits in Arabic too', () => {
    expect(clockTime(0, 'ar', 'Asia/Shanghai')).toMatch(/08.*00.*00/);
    expect(clockTime(0, 'zh-CN', 'Asia/Shanghai')).toBe('08:00:00');
  });
});

it('an Arabic date carries no marks that would turn its digits around', () => {
  const shown = dateTime(Date.UTC(2026, 10, 21, 4, 17, 32), 'ar-u-nu-latn', 'UTC');
  expect(shown).not.toMatch(/[\u200e\u200f]/);
  expect(shown).toMatch(/21\/11\/2026.*04:17:32/);
});
