import { isSingle, type TaskSchedule } from '@eyrie/domain';
import type { TextOf } from '../../platform/text.tsx';

const spaced = (wall: string): string => wall.replace('T', ' ');

/** On which days of its unit a repeat comes; empty: on each. */
const daysOf = (schedule: Exclude<TaskSchedule, { at: string }>, text: TextOf): string[] => [
  ...schedule.weekdays.map((day) => text(`task.weekday.${day}`)),
  ...schedule.monthDays.map((day) =>
    day === -1 ? text('task.lastDay') : text('task.monthDay', { day: String(day) }),
  ),
  ...schedule.nthWeekdays.map(
    ({ nth, weekday }) =>
      `${nth === -1 ? text('task.nth.last') : text('task.nth.of', { nth })} ${text(`task.weekday.${weekday}`)}`,
  ),
];

/** When a task flies in a line: its moment, or how often, on which days, at what time and within which span; null: by hand. */
export const scheduleText = (schedule: TaskSchedule | null, text: TextOf): string | null => {
  if (schedule === null) return null;
  if (isSingle(schedule)) return spaced(schedule.at);
  const { frequency, every, time, sun, window, from, until } = schedule;
  const begins = sun
    ? text('task.startBy.exported', {
        event: text(`task.startBy.${sun.event}`),
        minutes: String(sun.offsetMinutes),
      })
    : time;
  const days = daysOf(schedule, text);
  return [
    text(`task.often.${frequency}`, { every }),
    ...(days.length > 0 ? [days.join(' ')] : []),
    window
      ? text('task.within', { from: begins, until: window.until, minutes: window.everyMinutes })
      : begins,
    until === null ? text('task.spanFrom', { from }) : text('task.span', { from, until }),
  ].join(' · ');
};
