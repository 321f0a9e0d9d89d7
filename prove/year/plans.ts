/** The timed tasks of a small organisation: each as the product is asked for it, and as the days bring it. */
import {
  addDays,
  dateOf,
  daysBetween,
  everyMinutes,
  isLastOfMonth,
  nthOf,
  weekdayOf,
  type Plan,
  type Weekday,
} from './days.ts';

/** Days of the organisation's calendar. */
export interface WorkDay {
  date: string;
  kind: 'holiday' | 'makeUp';
}

/** A week of holidays about the turn of the year, and one Saturday that is worked instead. */
export const workDaysOf = (start: number): WorkDay[] => {
  const first = addDays(dateOf(start), 84);
  const saturday = addDays(first, ((6 - new Date(`${first}T00:00Z`).getUTCDay() + 7) % 7) + 7);
  const holidays = Array.from({ length: 7 }, (_, turn) => ({
    date: addDays(first, turn),
    kind: 'holiday' as const,
  }));
  return [...holidays, { date: saturday, kind: 'makeUp' }];
};

const repeat = (
  name: string,
  timeZone: string,
  schedule: Record<string, unknown>,
  timesOn: Plan['timesOn'],
): Plan => ({ name, timeZone, type: 'repeat', schedule: { timeZone, ...schedule }, timesOn });

const dailyOf = (from: string): Plan[] => {
  const span = { from: addDays(from, 40), until: addDays(from, 54) };
  const skipped = [addDays(from, 10), addDays(from, 11)];
  const at =
    (time: string, comes: (date: string) => boolean = () => true): Plan['timesOn'] =>
    (date) =>
      date >= from && comes(date) ? [time] : [];
  const daily = { from, frequency: 'day' };
  return [
    repeat('daily', 'Asia/Shanghai', { ...daily, time: '08:00' }, at('08:00')),
    repeat(
      'every third day',
      'Asia/Riyadh',
      { ...daily, every: 3, time: '17:20' },
      at('17:20', (date) => daysBetween(from, date) % 3 === 0),
    ),
    // In spring the clocks jump over this time, in autumn they show it twice.
    repeat('in the gap', 'Europe/Berlin', { ...daily, time: '02:30' }, at('02:30')),
    repeat('in the overlap', 'America/New_York', { ...daily, time: '01:30' }, at('01:30')),
    repeat(
      'a fortnight of half hours',
      'Asia/Kathmandu',
      { ...daily, ...span, time: '09:00', window: { until: '17:00', everyMinutes: 30 } },
      (date) => (date >= span.from && date <= span.until ? everyMinutes('09:00', '17:00', 30) : []),
    ),
    repeat(
      'without two days',
      'Pacific/Apia',
      { ...daily, time: '05:05', exceptions: skipped },
      at('05:05', (date) => !skipped.includes(date)),
    ),
  ];
};

const weeklyOf = (from: string, workDays: readonly WorkDay[]): Plan[] => {
  const days = (kind: WorkDay['kind']): Set<string> =>
    new Set(workDays.filter((one) => one.kind === kind).map(({ date }) => date));
  const [holidays, makeUp] = [days('holiday'), days('makeUp')];
  const some: readonly Weekday[] = ['MO', 'WE', 'FR'];
  const most: readonly Weekday[] = ['MO', 'TU', 'WE', 'TH', 'FR'];
  const works = (date: string): boolean =>
    makeUp.has(date) || (most.includes(weekdayOf(date)) && !holidays.has(date));
  const weekly = { from, frequency: 'week' };
  return [
    repeat('some weekdays', 'America/New_York', { ...weekly, weekdays: some, time: '09:15' }, (date) =>
      date >= from && some.includes(weekdayOf(date)) ? ['09:15'] : [],
    ),
    repeat(
      'workdays',
      'Asia/Shanghai',
      { ...weekly, weekdays: most, time: '10:00', skipHolidays: true, makeUpDays: true },
      (date) => (date >= from && works(date) ? ['10:00'] : []),
    ),
  ];
};

const monthlyOf = (from: string): Plan[] => {
  const monthly = { from, frequency: 'month' };
  return [
    repeat('last of the month', 'Asia/Shanghai', { ...monthly, monthDays: [-1], time: '23:30' }, (date) =>
      date >= from && isLastOfMonth(date) ? ['23:30'] : [],
    ),
    repeat('a day that some months lack', 'UTC', { ...monthly, monthDays: [31], time: '12:00' }, (date) =>
      date >= from && date.endsWith('-31') ? ['12:00'] : [],
    ),
    repeat(
      'second Tuesday',
      'Australia/Lord_Howe',
      { ...monthly, nthWeekdays: [{ nth: 2, weekday: 'TU' }], time: '06:45' },
      (date) => (date >= from && weekdayOf(date) === 'TU' && nthOf(date) === 2 ? ['06:45'] : []),
    ),
  ];
};

/** @param start when the year begins, ms since the epoch */
export const plansOf = (start: number, workDays: readonly WorkDay[]): Plan[] => {
  const from = dateOf(start);
  const once = addDays(from, 200);
  const timeZone = 'Europe/London';
  return [
    ...dailyOf(from),
    ...weeklyOf(from, workDays),
    ...monthlyOf(from),
    {
      name: 'once',
      timeZone,
      type: 'single',
      schedule: { timeZone, at: `${once}T02:30` },
      timesOn: (date) => (date === once ? ['02:30'] : []),
    },
  ];
};
