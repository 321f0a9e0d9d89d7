import {
  isSingle,
  repeatSchedule,
  singleSchedule,
  type frequencies,
  type RepeatSchedule,
  type SunStart,
  type taskTypes,
  type TaskSchedule,
  type Weekday,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';

/** What a person has chosen so far of when a task flies. Days and times are those on the clocks of the zone. */
export interface ScheduleDraft {
  type: (typeof taskTypes)[number];
  timeZone: string;
  /** The day, or the first one: `2027-03-31`. */
  date: string | null;
  /** `08:30` */
  time: string | null;
  /** What a repeat begins by: the time, or the sun at a place. */
  startBy: 'clock' | SunStart['event'];
  /** Minutes after the sun rises or sets. */
  sunOffset: number | null;
  sunLng: number | null;
  sunLat: number | null;
  frequency: (typeof frequencies)[number];
  every: number | null;
  weekdays: readonly Weekday[];
  /** Whether a month is counted by its days or by its weekdays. */
  monthBy: 'days' | 'weekdays';
  /** -1: the last one. */
  monthDays: readonly number[];
  nth: number;
  nthWeekday: Weekday;
  /** Further ones, of a schedule that came from elsewhere: they stay. */
  furtherNth: readonly { nth: number; weekday: Weekday }[];
  until: string | null;
  /** The span that is kept, with the times of its first and its last day: they hold as long as those days stay. */
  keptSpan: Pick<RepeatSchedule, 'from' | 'fromTime' | 'until' | 'untilTime'> | null;
  /** Again within the day. */
  again: boolean;
  againUntil: string | null;
  everyMinutes: number | null;
  exceptions: readonly string[];
  skipHolidays: boolean;
  makeUpDays: boolean;
}

export const firstSchedule = (timeZone: string): ScheduleDraft => ({
  type: 'manual',
  timeZone,
  date: null,
  time: null,
  startBy: 'clock',
  sunOffset: 0,
  sunLng: null,
  sunLat: null,
  frequency: 'day',
  every: 1,
  weekdays: [],
  monthBy: 'days',
  monthDays: [],
  nth: 1,
  nthWeekday: 'MO',
  furtherNth: [],
  until: null,
  keptSpan: null,
  again: false,
  againUntil: null,
  everyMinutes: 30,
  exceptions: [],
  skipHolidays: false,
  makeUpDays: false,
});

/** The draft of a schedule that is kept, to be changed. */
export const draftOf = (schedule: TaskSchedule): ScheduleDraft => {
  const first = firstSchedule(schedule.timeZone);
  if (isSingle(schedule)) {
    const [date = null, time = null] = schedule.at.split('T');
    return { ...first, type: 'single', date, time };
  }
  const { frequency, every, from, until, time, sun, window, exceptions, nthWeekdays } = schedule;
  const [nth] = nthWeekdays;
  return {
    ...first,
    type: 'repeat',
    date: from,
    // A start by the sun has no time of its own.
    time: sun ? null : time,
    ...(sun ? { startBy: sun.event, sunOffset: sun.offsetMinutes, sunLng: sun.lng, sunLat: sun.lat } : {}),
    frequency,
    every,
    weekdays: schedule.weekdays,
    monthBy: nth ? 'weekdays' : 'days',
    monthDays: schedule.monthDays,
    ...(nth ? { nth: nth.nth, nthWeekday: nth.weekday, furtherNth: nthWeekdays.slice(1) } : {}),
    until,
    keptSpan: { from, fromTime: schedule.fromTime, until, untilTime: schedule.untilTime },
    ...(window ? { again: true, againUntil: window.until, everyMinutes: window.everyMinutes } : {}),
    exceptions,
    skipHolidays: schedule.skipHolidays,
    makeUpDays: schedule.makeUpDays,
  };
};

/** The draft with which a copy begins: what is over by a day is to be chosen anew, and the rest stays. */
export const copiedDraft = (schedule: TaskSchedule, today: string): ScheduleDraft => {
  const draft = draftOf(schedule);
  const isOver = (date: string | null): boolean => date !== null && date < today;
  return {
    ...draft,
    // Where one task was split within a day says nothing about another.
    keptSpan: null,
    // The first day of a repeat stays, as every second week is counted from it.
    date: draft.type === 'single' && isOver(draft.date) ? null : draft.date,
    until: isOver(draft.until) ? null : draft.until,
    exceptions: draft.exceptions.filter((date) => !isOver(date)),
  };
};

export const scheduleFields = [
  'timeZone',
  'date',
  'time',
  'every',
  'weekdays',
  'monthDays',
  'until',
  'againUntil',
  'everyMinutes',
  'exceptions',
  'sunOffset',
  'sunPlace',
] as const;
export type ScheduleField = (typeof scheduleFields)[number];
export type ScheduleFaults = Partial<Record<ScheduleField, PhraseId>>;

/** Where a fault of the schedule stands in the form. */
const fieldOf = ([first, second]: readonly PropertyKey[], { time }: ScheduleDraft): ScheduleField => {
  if (first === 'at') return time === null ? 'time' : 'date';
  if (first === 'from') return 'date';
  if (first === 'window') return second === 'everyMinutes' ? 'everyMinutes' : 'againUntil';
  if (first === 'nthWeekdays') return 'monthDays';
  if (first === 'sun') return second === 'offsetMinutes' ? 'sunOffset' : 'sunPlace';
  return scheduleFields.find((field) => field === first) ?? 'date';
};

const repeatOf = (draft: ScheduleDraft): unknown => {
  const { timeZone, frequency, monthBy, keptSpan, startBy } = draft;
  const bySun = startBy !== 'clock';
  const inMonth = frequency === 'month';
  return {
    timeZone,
    frequency,
    every: draft.every ?? 0,
    weekdays: frequency === 'week' ? draft.weekdays : [],
    monthDays: inMonth && monthBy === 'days' ? draft.monthDays : [],
    nthWeekdays:
      inMonth && monthBy === 'weekdays'
        ? [{ nth: draft.nth, weekday: draft.nthWeekday }, ...draft.furtherNth]
        : [],
    from: draft.date ?? '',
    until: draft.until,
    fromTime: keptSpan && keptSpan.from === draft.date ? keptSpan.fromTime : null,
    untilTime: keptSpan && keptSpan.until === draft.until ? keptSpan.untilTime : null,
    time: bySun ? '00:00' : (draft.time ?? ''),
    sun: bySun
      ? { event: startBy, offsetMinutes: draft.sunOffset, lng: draft.sunLng, lat: draft.sunLat }
      : null,
    window:
      draft.again && !bySun ? { until: draft.againUntil ?? '', everyMinutes: draft.everyMinutes ?? 0 } : null,
    exceptions: draft.exceptions,
    skipHolidays: draft.skipHolidays,
    makeUpDays: draft.makeUpDays && frequency === 'week',
  };
};

/** The schedule of a draft, or what is wrong with it; neither where nothing flies by itself. */
export const scheduleOf = (
  draft: ScheduleDraft,
): { schedule: TaskSchedule | null; faults: ScheduleFaults } => {
  if (draft.type === 'manual') return { schedule: null, faults: {} };
  const { timeZone, date, time } = draft;
  const read =
    draft.type === 'single'
      ? singleSchedule.safeParse({ timeZone, at: `${date ?? ''}T${time ?? ''}` })
      : repeatSchedule.safeParse(repeatOf(draft));
  if (read.success) return { schedule: read.data, faults: {} };
  const faults: ScheduleFaults = {};
  for (const { path } of read.error.issues) {
    const field = fieldOf(path, draft);
    faults[field] ??= `task.fault.${field}`;
  }
  // Of a single time both parts are one text.
  if (draft.type === 'single' && date === null) faults.date ??= 'task.fault.date';
  return { schedule: null, faults };
};
