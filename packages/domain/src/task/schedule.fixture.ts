/** Schedules as tests write them, and as chance draws them. */
import fc from 'fast-check';
import { repeatSchedule, weekdays, type RepeatSchedule } from './schedule.ts';

/** One of every day at eight in Shanghai from 2027 on, unless something else is said. */
export const repeat = (given: object): RepeatSchedule =>
  repeatSchedule.parse({
    timeZone: 'Asia/Shanghai',
    frequency: 'day',
    from: '2027-01-01',
    time: '08:00',
    ...given,
  });
/** A moment that a text says, ms. */
export const at = (text: string): number => Date.parse(text);

/** Starts by the sun, anywhere. */
export const suns = fc.record({
  event: fc.constantFrom('sunrise' as const, 'sunset' as const),
  offsetMinutes: fc.integer({ min: -180, max: 180 }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
});

/** A day of some six years. */
export const date = fc
  .integer({ min: 0, max: 2000 })
  .map((day) => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString().slice(0, 10));
const days7 = fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1, maxLength: 7 });
const frequency = fc.oneof(
  fc.constant({ frequency: 'day' }),
  fc.record({ frequency: fc.constant('week'), weekdays: days7 }),
  fc.record({
    frequency: fc.constant('month'),
    monthDays: fc.uniqueArray(fc.constantFrom(-1, 1, 15, 28, 29, 30, 31), { minLength: 1 }),
  }),
  fc.record({
    frequency: fc.constant('month'),
    nthWeekdays: fc.array(
      fc.record({ nth: fc.constantFrom(-1, 1, 3, 5), weekday: fc.constantFrom(...weekdays) }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
);

/** Any schedule that repeats. */
export const schedules = fc
  .record({
    kind: frequency,
    timeZone: fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'Africa/Cairo', 'America/New_York', 'UTC'),
    every: fc.integer({ min: 1, max: 14 }),
    from: date,
    span: fc.option(fc.integer({ min: 0, max: 900 })),
    exceptions: fc.array(date, { maxLength: 4 }),
    hour: fc.integer({ min: 0, max: 3 }),
    step: fc.option(fc.constantFrom(15, 30, 47, 60)),
    sun: fc.option(suns, { freq: 3 }),
    fromTime: fc.option(fc.constantFrom('02:00', '03:17')),
  })
  .map(({ kind, span, hour, step, ...given }) =>
    repeatSchedule.parse({
      ...given,
      ...kind,
      time: `0${hour}:30`,
      until: span === null ? null : new Date(at(given.from) + span * 86_400_000).toISOString().slice(0, 10),
      window: step === null || given.sun ? null : { until: '05:00', everyMinutes: step },
    }),
  );
