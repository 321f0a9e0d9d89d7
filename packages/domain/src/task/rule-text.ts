import {
  isSingle,
  repeatSchedule,
  singleSchedule,
  weekdays,
  type RepeatSchedule,
  type SunStart,
  type TaskSchedule,
  type Weekday,
} from './schedule.ts';

/**
 * A schedule as it is kept: DTSTART with the zone, RRULE of the days and EXDATE as RFC 5545 has them. RRULE cannot say
 * "every 25 minutes from 08:10 to 09:50", so a window stands in a line of its own.
 */
const frequencyWords = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY' } as const;
const windowLine = 'X-EYRIE-WINDOW';
/** How it goes by the calendar of its organisation: what is searched for when that calendar is changed. */
const daysLine = 'X-EYRIE-DAYS';
/** The time of the first day before which nothing comes: DTSTART says already at which times of each day. */
const fromLine = 'X-EYRIE-FROM';
/** Sunrise or sunset, minutes after it, and the place. */
const sunLine = 'X-EYRIE-SUN';
const sunPattern = /^(sunrise|sunset)\/(-?\d{1,4})\/(-?\d{1,3}(?:\.\d{1,6})?)\/(-?\d{1,2}(?:\.\d{1,6})?)$/;

const compact = (wall: string): string => `${wall.replaceAll(/[-:]/g, '')}00`;
const plain = (stamp: string): string =>
  stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)\d\d$/, '$1-$2-$3T$4:$5');

const wholeDay = (date: string): string => `${date.replaceAll('-', '')}T235959`;

/** Its weekdays in the words of RRULE: `MO`, `2TU`, `-1FR`. */
export const byDayOf = ({ weekdays: plainly, nthWeekdays }: RepeatSchedule): string[] => [
  ...plainly,
  ...nthWeekdays.map(({ nth, weekday }) => `${nth}${weekday}`),
];

/** The days of a repeated schedule as the right side of RRULE. */
const ruleOf = (schedule: RepeatSchedule): string => {
  const { frequency, every, monthDays, until, untilTime } = schedule;
  const byDay = byDayOf(schedule);
  return [
    `FREQ=${frequencyWords[frequency]}`,
    `INTERVAL=${every}`,
    ...(frequency === 'week' ? ['WKST=MO'] : []),
    ...(byDay.length > 0 ? [`BYDAY=${byDay.join(',')}`] : []),
    ...(monthDays.length > 0 ? [`BYMONTHDAY=${monthDays.join(',')}`] : []),
    // Wall time like everything here: without a time the whole last day belongs to the span.
    ...(until === null
      ? []
      : [`UNTIL=${untilTime === null ? wholeDay(until) : compact(`${until}T${untilTime}`)}`]),
  ].join(';');
};

/** A figure without an exponent, which a tiny one would have. */
const plainly = (value: number): string => String(Number(value.toFixed(6))).replace(/^.*e.*$/, '0');
const sunText = ({ event, offsetMinutes, lng, lat }: SunStart): string =>
  [event, offsetMinutes, plainly(lng), plainly(lat)].join('/');
const sunOf = (text: string) => {
  const [, event, offset, lng, lat] = sunPattern.exec(text) ?? [];
  return { event, offsetMinutes: Number(offset), lng: Number(lng), lat: Number(lat) };
};

const daysText = ({ skipHolidays, makeUpDays }: RepeatSchedule): string =>
  [...(skipHolidays ? ['SKIP-HOLIDAYS'] : []), ...(makeUpDays ? ['MAKE-UP'] : [])].join(',');
/** Words of a calendar that nobody knows may say anything. */
const calendarOf = (text: string | undefined) => {
  const words = text?.split(',') ?? [];
  const known = words.every((word) => word === 'SKIP-HOLIDAYS' || word === 'MAKE-UP');
  return known && new Set(words).size === words.length
    ? { skipHolidays: words.includes('SKIP-HOLIDAYS'), makeUpDays: words.includes('MAKE-UP') }
    : { skipHolidays: text };
};

/** A schedule as one text. */
export const writeRule = (schedule: TaskSchedule): string => {
  if (isSingle(schedule)) return `DTSTART;TZID=${schedule.timeZone}:${compact(schedule.at)}`;
  const { timeZone, from, fromTime, time, window, exceptions, sun } = schedule;
  const skipped = exceptions.map((date) => compact(`${date}T${time}`)).join(',');
  return [
    `DTSTART;TZID=${timeZone}:${compact(`${from}T${time}`)}`,
    `RRULE:${ruleOf(schedule)}`,
    ...(skipped ? [`EXDATE;TZID=${timeZone}:${skipped}`] : []),
    ...(window ? [`${windowLine}:${window.until}/${window.everyMinutes}`] : []),
    ...(fromTime === null ? [] : [`${fromLine}:${fromTime}`]),
    ...(sun ? [`${sunLine}:${sunText(sun)}`] : []),
    ...(daysText(schedule) ? [`${daysLine}:${daysText(schedule)}`] : []),
  ].join('\n');
};

/** What may stand in RRULE. COUNT, BYSETPOS and the rest are not ours, and some cost seconds. */
const partPatterns: Readonly<Record<string, RegExp>> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY)$/,
  INTERVAL: /^[1-9]\d{0,3}$/,
  WKST: /^MO$/,
  BYDAY: /^(-1|[1-5])?(MO|TU|WE|TH|FR|SA|SU)(,(-1|[1-5])?(MO|TU|WE|TH|FR|SA|SU)){0,34}$/,
  BYMONTHDAY: /^(-1|\d{1,2})(,(-1|\d{1,2})){0,30}$/,
  UNTIL: /^\d{8}T(235959|\d{4}00)$/,
};
const longest = 20_000;

const partsOf = (rule: string): Map<string, string> | null => {
  const parts = rule.split(';').map((part) => part.split('=') as [string, string?]);
  const known = parts.every(([name, value]) => partPatterns[name]?.test(value ?? ''));
  const found = new Map(parts as [string, string][]);
  return known && found.size === parts.length ? found : null;
};

const daysOf = (text: string | undefined) => {
  const days = text?.split(',') ?? [];
  return {
    weekdays: days.filter((day): day is Weekday => weekdays.some((known) => known === day)),
    nthWeekdays: days
      .filter((day) => day.length > 2)
      .map((day) => ({ nth: Number(day.slice(0, -2)), weekday: day.slice(-2) })),
  };
};

const repeatOf = (timeZone: string, start: string, lines: readonly string[]): unknown => {
  const after = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(name))?.slice(name.length);
  const parts = partsOf(after('RRULE:') ?? '');
  const exceptions = after(`EXDATE;TZID=${timeZone}:`);
  const window = after(`${windowLine}:`);
  const fromTime = after(`${fromLine}:`);
  const sun = after(`${sunLine}:`);
  const calendar = after(`${daysLine}:`);
  const read = 1 + [exceptions, window, fromTime, sun, calendar].filter((line) => line !== undefined).length;
  // A line that nobody knows may say anything: then nothing of the schedule is believed.
  if (!parts || read !== lines.length) return null;
  const until = parts.get('UNTIL');
  const [windowUntil, step] = window?.split('/') ?? [];
  return {
    timeZone,
    frequency: { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month' }[parts.get('FREQ') ?? ''],
    every: Number(parts.get('INTERVAL') ?? 1),
    ...daysOf(parts.get('BYDAY')),
    monthDays: parts.get('BYMONTHDAY')?.split(',').map(Number) ?? [],
    from: start.slice(0, 10),
    until: until ? `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}` : null,
    fromTime: fromTime ?? null,
    untilTime: until && !until.endsWith('59') ? plain(until).slice(11) : null,
    time: start.slice(11),
    sun: sun === undefined ? null : sunOf(sun),
    ...calendarOf(calendar),
    window: window === undefined ? null : { until: windowUntil, everyMinutes: Number(step) },
    exceptions: exceptions?.split(',').map((stamp) => plain(stamp).slice(0, 10)) ?? [],
  };
};

/** The schedule that a text says; null: it says none that may be kept. Nothing is expanded for the answer. */
export const readRule = (rule: string): TaskSchedule | null => {
  if (rule.length > longest) return null;
  const [first = '', ...lines] = rule.split('\n');
  const [, timeZone = '', stamp = ''] = /^DTSTART;TZID=([^:]+):(\d{8}T\d{4}00)$/.exec(first) ?? [];
  const start = plain(stamp);
  const read =
    lines.length === 0
      ? singleSchedule.safeParse({ timeZone, at: start })
      : repeatSchedule.safeParse(repeatOf(timeZone, start, lines));
  return read.success ? read.data : null;
};
