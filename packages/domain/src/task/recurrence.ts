import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { limits } from '../limits.ts';
import { byDayOf } from './rule-text.ts';
import { sunClock } from './sun-time.ts';
import {
  isSingle,
  type RepeatSchedule,
  type RunException,
  type ScheduledRun,
  type TaskSchedule,
  type WorkDays,
} from './schedule.ts';

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
export const momentOf = (wall: string, timeZone: string): number =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    .epochMilliseconds;

/** What the clocks of a zone show at a moment, epoch ms; it begins with day and minute. */
export const wallOf = (at: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDateTime().toString();

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const two = (value: number): string => String(value).padStart(2, '0');

/** The times of a day. */
const timesOf = ({ time, window, sun, timeZone }: RepeatSchedule, date: string): string[] => {
  if (sun) {
    const clock = sunClock(sun, date, timeZone);
    return clock === null ? [] : [clock];
  }
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

const noDays: WorkDays = { holidays: new Set(), makeUp: [] };
/** @throws Error where a schedule goes by a calendar and came without it: its runs would be the wrong ones */
const workDaysOf = ({ skipHolidays, makeUpDays, workDays }: RepeatSchedule): WorkDays => {
  if (!skipHolidays && !makeUpDays) return noDays;
  if (!workDays) throw new Error('a schedule by the calendar came without the calendar');
  return {
    holidays: skipHolidays ? workDays.holidays : noDays.holidays,
    makeUp: makeUpDays ? workDays.makeUp : noDays.makeUp,
  };
};

/** The days of a schedule after one, in order; it ends where so many periods were tried, as of every 30 February. */
function* daysAfter(schedule: RepeatSchedule, last: string): Generator<string> {
  const rule = new RRuleTemporal(optionsOf(schedule));
  const skipped = new Set(schedule.exceptions);
  const { holidays, makeUp } = workDaysOf(schedule);
  const beforeFirst = Temporal.PlainDate.from(schedule.from).subtract({ days: 1 }).toString();
  let done = last > beforeFirst ? last : beforeFirst;
  // Few at first, because few are asked for; then more at a time, because a search for each alone takes longest.
  for (let tried = 0, many = 8; tried < iterations; tried += many, many = Math.min(many * 2, mostAtOnce)) {
    if (done > endOfSpan(schedule)) return;
    const end = Temporal.PlainDate.from(done).add({ [periods[schedule.frequency]]: many * schedule.every });
    const found = rule.between(floating(`${done}T00:00`), floating(`${end.toString()}T00:00`), true);
    const to = end.toString();
    const dates = found.map((each) => each.toString().slice(0, 10));
    const added = makeUp.filter((date) => date > done && date <= to && !dates.includes(date));
    for (const date of added.length > 0 ? [...dates, ...added].toSorted() : dates) {
      const comes = date > done && date <= endOfSpan(schedule) && !skipped.has(date);
      if (comes && !holidays.has(date)) yield date;
    }
    done = to;
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

/** Runs of one day beyond those asked for that are expanded: as many as two hours that do not exist could push together. */
const spare = 120 / limits.task.schedule.stepLeast;

/** Whether a time lies beside the span within its first or its last day. */
const isBeside = (
  { from, fromTime, until, untilTime }: RepeatSchedule,
  date: string,
  time: string,
): boolean =>
  (date === from && fromTime !== null && time < fromTime) ||
  (date === until && untilTime !== null && time > untilTime);

/** @param left runs that are left out; each still hides another one of the same moment, as it did before */
const repeatedAfter = (
  schedule: RepeatSchedule,
  after: number,
  count: number,
  left: ReadonlySet<string>,
): ScheduledRun[] => {
  const { timeZone } = schedule;
  // What was to come so long ago came, however the clocks were changed since: to expand it would cost most of the time.
  const long = wallOf(after - 2 * day, timeZone);
  const begin = Temporal.PlainDate.from(long.slice(0, 10)).subtract({ days: 1 });
  const times = schedule.sun ? [] : timesOf(schedule, schedule.from);
  const found: ScheduledRun[] = [];
  let [kept, further] = [0, 0];
  for (const date of daysAfter(schedule, begin.toString())) {
    const most = kept + count + spare;
    for (const time of schedule.sun ? timesOf(schedule, date) : times) {
      const wall = `${date}T${time}`;
      if (wall < long || kept >= most || isBeside(schedule, date, time)) continue;
      const at = momentOf(wall, timeZone);
      if (at <= after) continue;
      found.push({ wall, at });
      if (!left.has(wall)) kept += 1;
    }
    // A day that the zone left out falls onto the next one: what is enough is known only two days later.
    if (kept >= count && ++further > lookAhead) break;
  }
  return inOrder(found, timeZone)
    .filter(({ wall }) => !left.has(wall))
    .slice(0, count);
};

/** The day so many days after another. */
export const dayAfter = (date: string, later: number): string =>
  Temporal.PlainDate.from(date).add({ days: later }).toString();

/** The moment at which a day begins on the clocks of a zone, epoch ms. @param later so many days after it */
export const dayStart = (date: string, timeZone: string, later = 0): number =>
  Temporal.PlainDate.from(date).add({ days: later }).toZonedDateTime(timeZone).epochMilliseconds;

const plainlyAfter = (
  schedule: TaskSchedule,
  after: number,
  count: number,
  left: ReadonlySet<string>,
): ScheduledRun[] => {
  if (!isSingle(schedule)) return repeatedAfter(schedule, after, count, left);
  const at = momentOf(schedule.at, schedule.timeZone);
  return at > after && !left.has(schedule.at) ? [{ wall: schedule.at, at }] : [];
};

/**
 * The next runs of a schedule after a moment, epoch ms; fewer than asked for: there are no more.
 * @param exceptions runs that were moved, which come at their new time, or cancelled, which do not come
 */
export const runsAfter = (
  schedule: TaskSchedule,
  after: number,
  count: number,
  exceptions: readonly RunException[] = [],
): ScheduledRun[] => {
  if (count < 1) return [];
  const plain = plainlyAfter(schedule, after, count, new Set(exceptions.map(({ wall }) => wall)));
  const moved = exceptions.flatMap(({ wall, movedTo }) =>
    movedTo === null ? [] : [{ wall, at: momentOf(movedTo, schedule.timeZone), movedTo }],
  );
  const coming = moved.filter(({ at }) => at > after);
  if (coming.length === 0) return plain;
  return [...plain, ...coming].toSorted((a, b) => a.at - b.at).slice(0, count);
};

/** The run of that name as the schedule says it, without exceptions; undefined: it has none. */
export const runNamed = (schedule: TaskSchedule, wall: string): ScheduledRun | undefined => {
  const [run] = runsAfter(schedule, momentOf(wall, schedule.timeZone) - 1, 1);
  return run?.wall === wall ? run : undefined;
};

/** The last time of its day that comes before a run; undefined: it is the first one of its day. */
const timeBefore = (schedule: RepeatSchedule, wall: string): string | undefined => {
  const [date = '', clock = ''] = wall.split('T');
  return timesOf(schedule, date).findLast((time) => time < clock && !isBeside(schedule, date, time));
};

/** A schedule that ends before one of its runs; null: nothing would be left of it. */
export const endedBefore = (schedule: RepeatSchedule, wall: string): RepeatSchedule | null => {
  const date = wall.slice(0, 10);
  const time = timeBefore(schedule, wall);
  if (time !== undefined) return { ...schedule, until: date, untilTime: time };
  const until = dayAfter(date, -1);
  return until < schedule.from ? null : { ...schedule, until, untilTime: null };
};

/** A schedule that takes over from another one at a run: on the day that both share it leaves out what comes before. */
export const begunAt = (schedule: RepeatSchedule, before: RepeatSchedule, wall: string): RepeatSchedule => {
  const [date, clock = ''] = wall.split('T');
  const shares = schedule.from === date && timeBefore(before, wall) !== undefined;
  return shares && (schedule.fromTime ?? '') < clock ? { ...schedule, fromTime: clock } : schedule;
};
