import { isSingle, type RepeatSchedule } from '@eyrie/domain';
import type { Language } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import type { ExportColumn, RowOf } from '../../platform/list/index.ts';
import type { CalendarRow } from './task.calendar.store.ts';
import { scheduleOf } from './task.schedule.ts';
import type { taskList } from './task.store.ts';

export type ExportedTask = RowOf<typeof taskList> & { dockName: string | null; routeName: string | null };
export interface ExportedRun extends CalendarRow {
  routeName: string | null;
  /** Why it came to nothing, or what stands in its way, in words. */
  message: string | null;
}

const listed = (words: readonly string[]): string => words.join(', ');
const dayOfMonth = (day: number, language: Language): string =>
  day === -1 ? say(language, 'task.lastDay') : String(day);
const nthText = (nth: number, language: Language): string =>
  say(language, nth === -1 ? 'task.nth.last' : 'task.nth.of', { nth });

/** The days of a week or month on which a schedule repeats. */
const daysText = ({ weekdays, monthDays, nthWeekdays }: RepeatSchedule, language: Language): string =>
  listed([
    ...weekdays.map((weekday) => say(language, `task.weekday.${weekday}`)),
    ...monthDays.map((day) => dayOfMonth(day, language)),
    ...nthWeekdays.map(
      ({ nth, weekday }) => `${nthText(nth, language)} ${say(language, `task.weekday.${weekday}`)}`,
    ),
  ]);

const timingOf = ({ scheduleRule }: ExportedTask) => {
  const schedule = scheduleRule === null ? null : scheduleOf(scheduleRule);
  if (schedule === null) return { zone: null, from: null, time: null, repeat: null };
  const { timeZone: zone } = schedule;
  if (!isSingle(schedule)) return { zone, from: schedule.from, time: schedule.time, repeat: schedule };
  const [from = null, time = null] = schedule.at.split('T');
  return { zone, from, time, repeat: null };
};

/** A task by the fields with which it was arranged. */
export const taskColumns: readonly ExportColumn<ExportedTask>[] = [
  ['task.name', ({ name }) => name],
  ['task.type', ({ type }, language) => say(language, `task.type.${type}`)],
  ['task.status', ({ status }, language) => say(language, `task.status.${status}`)],
  ['task.nextRun', ({ nextAt, paused }) => (nextAt === null || paused ? null : new Date(nextAt)), 'moment'],
  ['task.pauseReason', ({ pauseReason }) => pauseReason],
  ['field.timeZone', (row) => timingOf(row).zone],
  ['task.from', (row) => timingOf(row).from],
  [
    'field.time',
    (row, language) => {
      const { time, repeat } = timingOf(row);
      if (!repeat?.sun) return time;
      const event = say(language, `task.startBy.${repeat.sun.event}`);
      return say(language, 'task.startBy.exported', { event, minutes: repeat.sun.offsetMinutes });
    },
  ],
  ['task.every', (row) => timingOf(row).repeat?.every ?? null],
  [
    'task.frequency',
    (row, language) => {
      const { repeat } = timingOf(row);
      return repeat ? say(language, `task.frequency.${repeat.frequency}`) : null;
    },
  ],
  [
    'task.onDays',
    (row, language) => {
      const { repeat } = timingOf(row);
      return repeat ? daysText(repeat, language) : null;
    },
  ],
  ['task.until', (row) => timingOf(row).repeat?.until ?? null],
  ['task.everyMinutes', (row) => timingOf(row).repeat?.window?.everyMinutes ?? null],
  ['task.againUntil', (row) => timingOf(row).repeat?.window?.until ?? null],
  ['task.exceptions', (row) => listed(timingOf(row).repeat?.exceptions ?? [])],
  ['task.calendar.dock', ({ dockName }) => dockName],
  ['flight.route', ({ routeName }) => routeName],
  ['task.flights', ({ flightCount }) => flightCount],
  ['task.remark', ({ remark }) => remark],
  ['field.department', ({ groupName }) => groupName],
  ['task.createdBy', ({ createdBy }) => createdBy],
  ['field.createdAt', ({ createdAt }) => new Date(createdAt), 'moment'],
];

/** What became of a run, as the calendar calls it. */
export const runWord = (
  { state, reason, choiceUntil }: Pick<CalendarRow, 'state' | 'reason' | 'choiceUntil'>,
  language: Language,
): string => {
  // An order that left is no flight.
  if (reason === 'startUnknown') return say(language, 'state.unknown');
  if (choiceUntil !== null) return say(language, 'task.run.waits');
  if (state !== 'planned' || reason === null) return say(language, `task.run.${state}`);
  return say(language, reason === 'awaitsCondition' ? 'task.run.awaits' : 'task.run.atRisk');
};

/** A run with what became of it. */
export const runColumns: readonly ExportColumn<ExportedRun>[] = [
  ['task.runAt', ({ at }) => new Date(at), 'moment'],
  ['task.name', ({ taskName }) => taskName],
  ['task.status', (run, language) => runWord(run, language)],
  ['field.reason', ({ message }) => message],
  ['task.calendar.dock', ({ dockName }) => dockName],
  ['flight.route', ({ routeName }) => routeName],
  ['detail.key.wall', ({ wall }) => wall.replace('T', ' ')],
  ['field.timeZone', ({ timeZone }) => timeZone],
];
