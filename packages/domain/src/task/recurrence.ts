import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { limits } from '../limits.ts';
import { byDayOf } from './rule-text.ts';
import { isSingle, type RepeatSchedule, type ScheduledRun, type TaskSchedule } from './schedule.ts';

// Not part of the package's index: the libraries behind it would be in the first page of every browser.

const frequencyWords = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY' } as const;
const { iterations, lookAhead, lastYear } = limits.task.schedule;
const day = 86_400_000;
/** Periods that are expanded at once. */
const mostAtOnce = 128;
const endOfSpan = ({ until }: RepeatSchedule): string => until ?? `${lastYear}-12-31`;

/** Wall time written as if it were UTC: a rule that is given its real zone leaves out what falls into a gap. */
const floating = (wall: string) => Temporal.PlainDateTime.from(wall).toZonedDateTime('UTC');

/** The moment when the clocks show it: in a gap as much later as they were put on, in an overlap the first time. */
const momentOf = (wall: string, timeZone: string): number =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    .epochMilliseconds;

const wallOf = (at: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDateTime().toString();

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const two = (value: number): string => String(value).padStart(2, '0');

/** The times of each day. */
const timesOf = ({ time, window }: RepeatSchedule): string[] => {
  if (!window) return [time];
  const [first, last] = [minutesOf(time), minutesOf(window.until)];
  const count = Math.floor((last - first) / window.everyMinutes) + 1;
  return Array.from({ length: count }, (_, turn) => first + turn * window.everyMinutes).map(
    (minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`,
  );
};

const optionsOf = (schedule: RepeatSchedule) => {
  const { frequency, every, monthDays, from, until } = schedule;
  const byDay = byDayOf(schedule);
  return {
    freq: frequencyWords[frequency],
    interval: every,
    wkst: 'MO',
    dtstart: floating(`${from}T00:00`),
    ...(byDay.length > 0 ? { byDay } : {}),
    ...(monthDays.length > 0 ? { byMonthDay: monthDays } : {}),
    ...(until === null ? {} : { until: floating(`${until}T00:00`) }),
    cache: false,
    maxIterations: iterations,
  };
};

const periods = { day: 'days', week: 'weeks', month: 'months' } as const;

/** The days of a schedule after one, in order; it ends where so many periods were tried, as of every 30 February. */
function* daysAfter(schedule: RepeatSchedule, last: string): Generator<string> {
  const rule = new RRuleTemporal(optionsOf(schedule));
  const skipped = new Set(schedule.exceptions);
  const beforeFirst = Temporal.PlainDate.from(schedule.from).subtract({ days: 1 }).toString();
  let done = last > beforeFirst ? last : beforeFirst;
  // Few at first, because few are asked for; then more at a time, because a search for each alone takes longest.
  for (let tried = 0, many = 8; tried < iterations; tried += many, many = Math.min(many * 2, mostAtOnce)) {
    if (done > endOfSpan(schedule)) return;
    const end = Temporal.PlainDate.from(done).add({ [periods[schedule.frequency]]: many * schedule.every });
    const found = rule.between(floating(`${done}T00:00`), floating(`${end.toString()}T00:00`), true);
    for (const each of found) {
      const date = each.toString().slice(0, 10);
      if (date > done && date <= endOfSpan(schedule) && !skipped.has(date)) yield date;
    }
    done = end.toString();
  }
}

/** In the order of their moments, each moment once: the run whose time the clocks really show. */
const inOrder = (runs: readonly ScheduledRun[], timeZone: string): ScheduledRun[] => {
  const byMoment = new Map<number, ScheduledRun>();
  for (const run of runs) {
    const shown = wallOf(run.at, timeZone).startsWith(run.wall);
    if (shown || !byMoment.has(run.at)) byMoment.set(run.at, run);
  }
  return [...byMoment.values()].toSorted((a, b) => a.at - b.at);
};

/** Runs of one day beyond those asked for that are reckoned: as many as two hours that do not exist could push together. */
const spare = 120 / limits.task.schedule.stepLeast;

const repeatedAfter = (schedule: RepeatSchedule, after: number, count: number): ScheduledRun[] => {
  const { timeZone } = schedule;
  const times = timesOf(schedule);
  // What was to come so long ago came, however the clocks were changed since: to reckon it would cost most of the time.
  const long = wallOf(after - 2 * day, timeZone);
  const begin = Temporal.PlainDate.from(long.slice(0, 10)).subtract({ days: 1 });
  const found: ScheduledRun[] = [];
  let further = 0;
  for (const date of daysAfter(schedule, begin.toString())) {
    const most = found.length + count + spare;
    for (const time of times) {
      const wall = `${date}T${time}`;
      if (wall < long || found.length >= most) continue;
      const at = momentOf(wall, timeZone);
      if (at > after) found.push({ wall, at });
    }
    // A day that the zone left out falls onto the next one: what is enough is known only two days later.
    if (found.length >= count && ++further > lookAhead) break;
  }
  return inOrder(found, timeZone).slice(0, count);
};

/** The day so many days after another. */
export const dayAfter = (date: string, later: number): string =>
  Temporal.PlainDate.from(date).add({ days: later }).toString();

/** The moment at which a day begins on the clocks of a zone, epoch ms. @param later so many days after it */
export const dayStart = (date: string, timeZone: string, later = 0): number =>
  Temporal.PlainDate.from(date).add({ days: later }).toZonedDateTime(timeZone).epochMilliseconds;

/** The next runs of a schedule after a moment, epoch ms; fewer than asked for: there are no more. */
export const runsAfter = (schedule: TaskSchedule, after: number, count: number): ScheduledRun[] => {
  if (count < 1) return [];
  if (!isSingle(schedule)) return repeatedAfter(schedule, after, count);
  const at = momentOf(schedule.at, schedule.timeZone);
  return at > after ? [{ wall: schedule.at, at }] : [];
};
