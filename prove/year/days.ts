/**
 * What a year must bring, reckoned without the product: by counting days, and by asking the clocks of each zone through the
 * platform. It shares no code with the recurrence that it checks.
 */
export interface Expected {
  /** On the clocks of the zone, `2026-03-29T01:30`. */
  wall: string;
  /** Ms since the epoch. */
  at: number;
}

const day = 86_400_000;
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
export type Weekday = (typeof weekdays)[number];

export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const midnight = (date: string): number => Date.parse(`${date}T00:00Z`);
export const weekdayOf = (date: string): Weekday => weekdays[new Date(midnight(date)).getUTCDay()] ?? 'SU';
export const addDays = (date: string, days: number): string => dateOf(midnight(date) + days * day);
export const daysBetween = (from: string, to: string): number => (midnight(to) - midnight(from)) / day;
/** 1 for the first such weekday of its month. */
export const nthOf = (date: string): number => Math.ceil(Number(date.slice(8)) / 7);
export const isLastOfMonth = (date: string): boolean => addDays(date, 1).endsWith('-01');

const shown = new Map<string, Intl.DateTimeFormat>();
/** What the clocks of a zone show, `2026-03-29T01:30`. */
const wallAt = (at: number, timeZone: string): string => {
  const format =
    shown.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  shown.set(timeZone, format);
  return format.format(at).replace(' ', 'T');
};

/**
 * The moment at which the clocks first show a time; where they jump over it, the moment that the clocks of before would have
 * called so (RFC 5545, 3.3.5).
 */
export const momentOf = (wall: string, timeZone: string): number => {
  const guess = Date.parse(`${wall}Z`);
  const offsets = [-day, day].map((beside) => {
    const at = guess + beside;
    return Date.parse(`${wallAt(at, timeZone)}Z`) - at;
  });
  const moments = offsets.map((offset) => guess - offset).toSorted((a, b) => a - b);
  return moments.find((at) => wallAt(at, timeZone) === wall) ?? guess - (offsets[0] ?? 0);
};

export interface Plan {
  name: string;
  timeZone: string;
  type: 'single' | 'repeat';
  schedule: Record<string, unknown>;
  /** The times of a day, on the clocks of the zone; none: it does not fly then. */
  timesOn(date: string): readonly string[];
}

/** All runs of a plan from one moment to another, in order, each moment once. */
export const runsOf = (plan: Plan, from: number, to: number): Expected[] => {
  const runs = new Map<number, Expected>();
  for (let date = addDays(dateOf(from), -1); date <= addDays(dateOf(to), 1); date = addDays(date, 1))
    for (const time of plan.timesOn(date)) {
      const wall = `${date}T${time}`;
      const at = momentOf(wall, plan.timeZone);
      // Of two times that are one moment the one that the clocks show.
      const taken = runs.get(at);
      if (!taken || wallAt(at, plan.timeZone) === wall) runs.set(at, { wall, at });
    }
  return [...runs.values()].filter(({ at }) => at > from && at <= to).toSorted((a, b) => a.at - b.at);
};

/** Every so many minutes from one time of a day to another. */
export const everyMinutes = (from: string, until: string, step: number): string[] => {
  const of = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const two = (part: number): string => String(part).padStart(2, '0');
  const times: string[] = [];
  for (let minute = of(from); minute <= of(until); minute += step)
    times.push(`${two(Math.floor(minute / 60))}:${two(minute % 60)}`);
  return times;
};
