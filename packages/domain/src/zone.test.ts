import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayIn,
  endOfDay,
  isTimeZone,
  momentOf,
  wallTime,
  zonedStamp,
  zoneLabel,
  zoneOffset,
} from './zone.ts';

const zones = [
  'UTC',
  'Asia/Shanghai',
  'Asia/Kolkata',
  'Africa/Cairo',
  'America/Havana',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Beirut',
  'Europe/London',
  'Pacific/Auckland',
] as const;
const zone = fc.constantFrom(...zones);
/** Whole seconds from 2000 to 2045. */
const moment = fc.integer({ min: 946_684_800, max: 2_366_841_600 }).map((seconds) => seconds * 1000);

it('reads and writes the clocks of a zone as inverses, but for the second of two equal hours', () => {
  fc.assert(
    fc.property(zone, moment, (timeZone, at) => {
      const wall = wallTime(timeZone, at);
      const back = momentOf(timeZone, wall);
      expect(wallTime(timeZone, back)).toEqual(wall);
      expect(back).toBeLessThanOrEqual(at);
    }),
    { numRuns: 2_000 },
  );
});

it('ends a day where the next one begins, also on days of 23 and 25 hours', () => {
  fc.assert(
    fc.property(zone, moment, (timeZone, at) => {
      const day = dayIn(timeZone, at);
      const end = endOfDay(timeZone, day) ?? Number.NaN;
      expect(dayIn(timeZone, end)).toBe(day);
      expect(dayIn(timeZone, end + 1) > day).toBe(true);
      expect(end).toBeGreaterThanOrEqual(at);
    }),
    { numRuns: 2_000 },
  );
});

describe('days on which the clocks are changed', () => {
  const hour = 3_600_000;
  const length = (timeZone: string, day: string, before: string): number =>
    ((endOfDay(timeZone, day) ?? 0) - (endOfDay(timeZone, before) ?? 0)) / hour;

  it('have the hours that they have', () => {
    expect(length('America/New_York', '2027-03-14', '2027-03-13')).toBe(23);
    expect(length('America/New_York', '2027-11-07', '2027-11-06')).toBe(25);
    // Here the change is at midnight: the day has no first hour, and in autumn two last ones.
    expect(length('Africa/Cairo', '2027-04-30', '2027-04-29')).toBe(23);
    expect(length('Africa/Cairo', '2027-10-28', '2027-10-27')).toBe(25);
    expect(length('Australia/Lord_Howe', '2027-10-03', '2027-10-02')).toBe(23.5);
  });

  it('give a time that comes twice the first moment, and one left out a later one', () => {
    const twice = { year: 2027, month: 11, day: 7, hour: 1, minute: 30, second: 0 };
    expect(new Date(momentOf('America/New_York', twice)).toISOString()).toBe('2027-11-07T05:30:00.000Z');
    const leftOut = { year: 2027, month: 3, day: 14, hour: 2, minute: 30, second: 0 };
    const moved = momentOf('America/New_York', leftOut);
    expect(wallTime('America/New_York', moved)).toEqual({ ...leftOut, hour: 3 });
  });
});

it('writes a moment so that it can be read in one way only', () => {
  const at = Date.UTC(2027, 2, 31, 8, 5, 9, 250);
  expect(zonedStamp('Asia/Shanghai', at)).toBe('2027-03-31 16:05:09.250+08:00');
  expect(zonedStamp('America/St_Johns', at)).toBe('2027-03-31 05:35:09.250-02:30');
  fc.assert(
    fc.property(zone, moment, fc.integer({ min: 0, max: 999 }), (timeZone, seconds, ms) => {
      expect(Date.parse(zonedStamp(timeZone, seconds + ms).replace(' ', 'T'))).toBe(seconds + ms);
    }),
  );
});

it('names a zone by its distance from UTC', () => {
  const winter = Date.UTC(2027, 0, 1);
  expect(zoneLabel('UTC', winter)).toBe('UTC');
  expect(zoneLabel('Asia/Kolkata', winter)).toBe('UTC+05:30');
  expect(zoneLabel('America/New_York', winter)).toBe('UTC-05:00');
  expect(zoneOffset('America/New_York', Date.UTC(2027, 6, 1))).toBe(-4 * 3_600_000);
});

it('knows zones from words, and days from other text', () => {
  expect(isTimeZone('Asia/Riyadh')).toBe(true);
  expect(isTimeZone('Mars/Olympus')).toBe(false);
  for (const odd of ['', '2027-06-31', '2027-13-01', '2027-1-1', '31.12.2027', '2027-12-31T00:00'])
    expect(endOfDay('UTC', odd)).toBeNull();
});
