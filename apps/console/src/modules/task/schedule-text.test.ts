import { taskSchedule } from '@eyrie/domain';
import { expect, it } from 'vitest';
import type { TextOf } from '../../platform/text.tsx';
import { scheduleText } from './schedule-text.ts';

const text: TextOf = (id, values) => [id.replace('task.', ''), ...Object.values(values ?? {})].join(' ');
const said = (schedule: object): string | null => scheduleText(taskSchedule.parse(schedule), text);
const repeat = { timeZone: 'Asia/Shanghai', from: '2027-03-31', time: '08:30' };

it('says nothing of a task that is started by hand', () => {
  expect(scheduleText(null, text)).toBeNull();
});

it('says the moment of a single one', () => {
  expect(said({ timeZone: 'Asia/Shanghai', at: '2027-03-31T08:30' })).toBe('2027-03-31 08:30');
});

it('says how often, on which days, at what time and within which span', () => {
  expect(said({ ...repeat, frequency: 'day', every: 2 })).toBe('often.day 2 · 08:30 · spanFrom 2027-03-31');
  expect(said({ ...repeat, frequency: 'week', weekdays: ['MO', 'TH'], until: '2027-12-31' })).toBe(
    'often.week 1 · weekday.MO weekday.TH · 08:30 · span 2027-03-31 2027-12-31',
  );
  expect(said({ ...repeat, frequency: 'month', monthDays: [1, -1] })).toBe(
    'often.month 1 · monthDay 1 lastDay · 08:30 · spanFrom 2027-03-31',
  );
  expect(said({ ...repeat, frequency: 'month', nthWeekdays: [{ nth: -1, weekday: 'FR' }] })).toBe(
    'often.month 1 · nth.last weekday.FR · 08:30 · spanFrom 2027-03-31',
  );
});

it('says the times within the day, and the sun instead of a time', () => {
  const window = { until: '10:00', everyMinutes: 30 };
  expect(said({ ...repeat, frequency: 'day', window })).toBe(
    'often.day 1 · within 08:30 10:00 30 · spanFrom 2027-03-31',
  );
  const sun = { event: 'sunset', offsetMinutes: -20, lng: 113.9, lat: 22.5 };
  expect(said({ ...repeat, frequency: 'day', time: '00:00', sun })).toBe(
    'often.day 1 · startBy.exported startBy.sunset -20 · spanFrom 2027-03-31',
  );
});
