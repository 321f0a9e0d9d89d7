import { z } from 'zod';
import { limits } from '../limits.ts';
import { latitude, longitude } from '../shape.ts';
import { isTimeZone } from '../zone.ts';

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];
export const frequencies = ['day', 'week', 'month'] as const;
export const sunEvents = ['sunrise', 'sunset'] as const;

const { firstYear, lastYear, everyMost, stepLeast, stepMost, exceptionsMost, sunOffsetMost } =
  limits.task.schedule;

const isDate = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text) return false;
  return at.getUTCFullYear() >= firstYear && at.getUTCFullYear() <= lastYear;
};

/** A day on the clocks of a zone: `2027-03-31`. */
export const wallDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine(isDate)
  .meta({ examples: ['2027-03-31', '2028-02-29'] });
/** A time of day on the clocks of a zone: `08:30`. */
export const wallClock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** Both: `2027-03-31T08:30`. */
export const wallMinute = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/)
  .refine((text) => isDate(text.slice(0, 10)))
  .meta({ examples: ['2027-03-31T08:30', '2028-02-29T23:59'] });

/** By its IANA name: an offset from UTC would know nothing of summer time. */
export const timeZoneName = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+\-/]*$/)
  .refine(isTimeZone)
  .meta({ examples: ['Asia/Shanghai', 'Europe/Berlin', 'UTC'] });

/** Once, when the clocks of the zone show that time. */
export const singleSchedule = z.object({ timeZone: timeZoneName, at: wallMinute });

const monthDay = z
  .number()
  .int()
  .refine((day) => day === -1 || (day >= 1 && day <= 31));
const nthWeekday = z.object({
  nth: z
    .number()
    .int()
    .refine((nth) => nth === -1 || (nth >= 1 && nth <= 5)),
  weekday: z.enum(weekdays),
});

/** To the tenth of a metre at the equator: a schedule is kept as a text. */
const degrees = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;
/** A start by the sun: so many minutes after it rises or sets at a place, before it when negative. */
export const sunStart = z.object({
  event: z.enum(sunEvents),
  offsetMinutes: z.number().int().min(-sunOffsetMost).max(sunOffsetMost),
  lng: longitude,
  lat: latitude,
});
export type SunStart = z.output<typeof sunStart>;

const repeatShape = z.object({
  timeZone: timeZoneName,
  frequency: z.enum(frequencies),
  /** Every so many days, weeks or months, counted from `from`. */
  every: z.number().int().min(1).max(everyMost).default(1),
  /** Of `week`. */
  weekdays: z.array(z.enum(weekdays)).max(7).default([]),
  /** Of `month`; -1: its last day. A month that has no such day has no run. */
  monthDays: z.array(monthDay).max(31).default([]),
  /** Of `month`; -1: the last one. */
  nthWeekdays: z.array(nthWeekday).max(35).default([]),
  from: wallDate,
  /** Its last day; null: it goes on. */
  until: wallDate.nullable().default(null),
  /** Of its first day: what would come before it belongs to the task that this one goes on from. */
  fromTime: wallClock.nullable().default(null),
  /** Of its last day: what would come after it belongs to the task that goes on from this one. */
  untilTime: wallClock.nullable().default(null),
  /** Of each day; with `sun` it says nothing and is kept as midnight. */
  time: wallClock,
  sun: sunStart.nullable().default(null),
  /** Again within the day, every so many minutes up to a time. */
  window: z
    .object({ until: wallClock, everyMinutes: z.number().int().min(stepLeast).max(stepMost) })
    .nullable()
    .default(null),
  /** No run on holidays of the organisation's calendar. */
  skipHolidays: z.boolean().default(false),
  /** Of `week`: further runs on the make-up workdays of that calendar. */
  makeUpDays: z.boolean().default(false),
  /** Days without a run. */
  exceptions: z.array(wallDate).max(exceptionsMost).default([]),
});
/** Days of an organisation's calendar, `2027-10-01`; those that are worked instead of others in order. */
export interface WorkDays {
  holidays: ReadonlySet<string>;
  makeUp: readonly string[];
}
export type RepeatSchedule = z.output<typeof repeatShape> & {
  /** Of a schedule that goes by the calendar: needed to find its runs, and kept with the calendar alone. */
  workDays?: WorkDays;
};
export type SingleSchedule = z.output<typeof singleSchedule>;

/** Which field contradicts another; null: none does. */
const contradiction = (schedule: RepeatSchedule): keyof RepeatSchedule | null => {
  const { frequency, from, until, time, window } = schedule;
  if ((frequency === 'week') !== schedule.weekdays.length > 0) return 'weekdays';
  const kinds = [schedule.monthDays, schedule.nthWeekdays].filter((days) => days.length > 0).length;
  if (kinds !== (frequency === 'month' ? 1 : 0))
    return schedule.nthWeekdays.length > 0 ? 'nthWeekdays' : 'monthDays';
  if (schedule.makeUpDays && frequency !== 'week') return 'makeUpDays';
  if (until !== null && until < from) return 'until';
  if (schedule.untilTime !== null && until === null) return 'untilTime';
  // The sun rises once a day.
  if (window && schedule.sun) return 'window';
  return window && window.until <= time ? 'window' : null;
};

const ordered = <T>(values: readonly T[], rank: (value: T) => string | number): T[] =>
  [...new Map(values.map((value) => [rank(value), value]))]
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([, value]) => value);
const dayRank = (weekday: Weekday): number => weekdays.indexOf(weekday);
const monthRank = (day: number): number => (day === -1 ? 32 : day);

const placed = ({ lng, lat, ...sun }: SunStart): SunStart => ({
  ...sun,
  lng: degrees(lng),
  lat: degrees(lat),
});

/** A schedule that says the same in one way only. */
const plainly = (schedule: RepeatSchedule): RepeatSchedule => ({
  ...schedule,
  ...(schedule.sun ? { time: '00:00', sun: placed(schedule.sun) } : {}),
  weekdays: ordered(schedule.weekdays, dayRank),
  monthDays: ordered(schedule.monthDays, monthRank),
  nthWeekdays: ordered(schedule.nthWeekdays, ({ nth, weekday }) => monthRank(nth) * 7 + dayRank(weekday)),
  exceptions: ordered(schedule.exceptions, (date) => date),
});

/** Again and again, when the clocks of the zone show those times. */
export const repeatSchedule = repeatShape
  .superRefine((schedule, { addIssue }) => {
    const field = contradiction(schedule);
    if (field) addIssue({ code: 'custom', path: [field], message: field });
  })
  .transform(plainly);

export const taskSchedule = z.union([singleSchedule, repeatSchedule]);
/** As it is kept: judged already. */
export const keptSchedule = z.union([singleSchedule, repeatShape]);
export type TaskSchedule = SingleSchedule | RepeatSchedule;
export const isSingle = (schedule: TaskSchedule): schedule is SingleSchedule => 'at' in schedule;

/** A run of a schedule: what the clocks of its zone show, and the moment, epoch ms. */
export interface ScheduledRun {
  /** `2027-03-31T08:30`; it names the run for good. */
  wall: string;
  at: number;
  /** What the clocks show when it comes, where a person moved it. */
  movedTo?: string;
}

/** One run of a schedule that does not come as the schedule says, named by its wall time as by RECURRENCE-ID. */
export interface RunException {
  wall: string;
  /** When it comes instead; null: it does not come, as EXDATE says. */
  movedTo: string | null;
}
