import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  clockTime,
  dateTime,
  differenceText,
  flightTime,
  heightMeasure,
  inDigits,
  lengthMeasure,
  numberText,
  readableAge,
  speedMeasure,
  type Measure,
} from './format.ts';

const worded = ({ value, decimals, fixed, unit }: Measure): string =>
  `${numberText(value, 'en', decimals, fixed)} ${unit}`;

describe('readable figures', () => {
  it('what rounds to nothing has no sign', () => {
    expect(numberText(-0.04, 'en', 1)).toBe('0');
    expect(numberText(-0.4, 'en', 0, true)).toBe('0');
    expect(numberText(-0.06, 'en', 1)).toBe('-0.1');
  });
  it('a difference has its sign before its digits, also where lines run from the right', () => {
    expect([151.4, -75, 0, -0.4].map((value) => differenceText(value, 'en', 0))).toEqual([
      '+151',
      '-75',
      '0',
      '0',
    ]);
    expect(differenceText(151, 'ar-u-nu-latn', 0)).toBe('\u200e+151');
  });
  it.each([
    [0, '0:00:00:00'],
    [59.9, '0:00:00:59'],
    [3_725, '0:01:02:05'],
    [90_061, '1:01:01:01'],
  ])('flight time of %d s', (seconds, shown) => {
    expect(flightTime(seconds)).toBe(shown);
  });
  it.each([
    [0, '0 unit.metre', '0 unit.foot'],
    [9.96, '10 unit.metre', '33 unit.foot'],
    [-3.26, '-3.3 unit.metre', '-11 unit.foot'],
    [999.4, '999 unit.metre', '3,279 unit.foot'],
    [1000, '1.0 unit.kilometre', '3,281 unit.foot'],
    [1609.344, '1.6 unit.kilometre', '1.0 unit.mile'],
    [12_345, '12.3 unit.kilometre', '7.7 unit.mile'],
  ])('length of %d m', (metres, metric, imperial) => {
    expect(worded(lengthMeasure(metres, 'metric'))).toBe(metric);
    expect(worded(lengthMeasure(metres, 'imperial'))).toBe(imperial);
  });
  it('heights stay in the small unit, speeds in the one of the road', () => {
    expect(worded(heightMeasure(1234.56, 'metric'))).toBe('1,234.6 unit.metre');
    expect(worded(heightMeasure(120, 'imperial'))).toBe('394 unit.foot');
    expect(worded(speedMeasure(12, 'metric'))).toBe('12 unit.metrePerSecond');
    expect(worded(speedMeasure(12, 'imperial'))).toBe('26.8 unit.milePerHour');
  });
  it('keep their order and sign in every unit', () => {
    const metres = fc.double({ min: -9_000, max: 90_000, noNaN: true });
    fc.assert(
      fc.property(metres, metres, (a, b) => {
        for (const measure of [heightMeasure, speedMeasure])
          expect(Math.sign(measure(a, 'imperial').value - measure(b, 'imperial').value)).toBe(
            Math.sign(a - b),
          );
        expect(Math.sign(lengthMeasure(a, 'imperial').value)).toBe(Math.sign(a));
      }),
    );
  });
  it('age by the fitting unit', () => {
    expect(readableAge(12_900)).toEqual({ id: 'state.secondsAgo', values: { seconds: 12 } });
    expect(readableAge(180_000)).toEqual({ id: 'state.minutesAgo', values: { minutes: 3 } });
    expect(readableAge(10_800_000)).toEqual({ id: 'state.hoursAgo', values: { hours: 3 } });
  });
  it('clock time in a zone, with Latin digits in Arabic unless its own are wanted', () => {
    expect(clockTime(0, 'ar-u-nu-latn', 'Asia/Shanghai')).toMatch(/08.*00.*00/);
    expect(clockTime(0, 'ar-u-nu-arab', 'Asia/Shanghai')).toMatch(/٠٨.*٠٠.*٠٠/);
    expect(inDigits('1:01:01:09', 'ar-u-nu-arab')).toBe('١:٠١:٠١:٠٩');
    expect(inDigits('1:01:01:09', 'ar-u-nu-latn')).toBe('1:01:01:09');
    expect(clockTime(0, 'zh-CN', 'Asia/Shanghai')).toBe('08:00:00');
  });
});

it('an Arabic date carries no marks that would turn its digits around', () => {
  expect(dateTime(Date.UTC(2026, 10, 12, 4, 17, 32), 'en', 'UTC')).toBe('2026-11-12 04:17:32');
  const shown = dateTime(Date.UTC(2026, 10, 21, 4, 17, 32), 'ar-u-nu-latn', 'UTC');
  expect(shown).not.toMatch(/[\u200e\u200f]/);
  expect(shown).toMatch(/21\/11\/2026.*04:17:32/);
});
