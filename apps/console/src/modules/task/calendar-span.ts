export const calendarViews = ['day', 'week', 'month'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** Days that a view shows. */
export interface CalendarSpan {
  /** `2027-03-31`. */
  from: string;
  days: number;
}

const day = 86_400_000;
const daysOfWeek = 7;
const stampOf = (date: string): number => Date.parse(`${date}T00:00Z`);
const dateOf = (stamp: number): string => new Date(stamp).toISOString().slice(0, 10);

export const isDate = (text: string | null): text is string =>
  text !== null && /^20\d{2}-\d{2}-\d{2}$/.test(text) && dateOf(stampOf(text) || 0) === text;

/** The day so many days after another. */
export const shiftDate = (date: string, days: number): string => dateOf(stampOf(date) + days * day);

/** On which day a week begins where a language is read: 1 for Monday to 7 for Sunday. */
export const firstDayOf = (locale: string): number => {
  const known = new Intl.Locale(locale) as { getWeekInfo?: () => { firstDay: number } };
  return known.getWeekInfo?.().firstDay ?? 1;
};

const weekOf = (date: string, firstDay: number): string => {
  const weekday = new Date(stampOf(date)).getUTCDay() || daysOfWeek;
  return shiftDate(date, -((weekday - firstDay + daysOfWeek) % daysOfWeek));
};
const monthOf = (date: string): string => `${date.slice(0, 7)}-01`;
const nextMonth = (date: string): string => monthOf(shiftDate(monthOf(date), 31));

/** The days that a view of a day shows; a month with the whole weeks that it touches. */
export const spanOf = (view: CalendarView, date: string, firstDay: number): CalendarSpan => {
  if (view === 'day') return { from: date, days: 1 };
  if (view === 'week') return { from: weekOf(date, firstDay), days: daysOfWeek };
  const from = weekOf(monthOf(date), firstDay);
  const last = shiftDate(nextMonth(date), -1);
  const weeks = Math.floor((stampOf(last) - stampOf(from)) / day / daysOfWeek) + 1;
  return { from, days: weeks * daysOfWeek };
};

/** A place in the calendar: a day, and in the view of one day the minute of it. */
export interface CalendarPlace {
  date: string;
  minute: number;
}

const minuteLength = 60_000;
/**
 * What the clocks of its own zone show where a run is moved by as much as from one place of the calendar to another.
 * @param wall what they show now
 */
export const wallMovedBy = (wall: string, from: CalendarPlace, to: CalendarPlace): string => {
  const by = stampOf(to.date) - stampOf(from.date) + (to.minute - from.minute) * minuteLength;
  return new Date(Date.parse(`${wall}Z`) + by).toISOString().slice(0, 16);
};

/** Steps in which a run is dragged within a day, minutes. */
const dragStep = 5;
const minutesOfDay = 1_440;
/** The minute at a share of the width of a day. */
export const minuteAt = (share: number): number =>
  Math.min(Math.max(Math.round((share * minutesOfDay) / dragStep) * dragStep, 0), minutesOfDay - dragStep);

export const datesOf = ({ from, days }: CalendarSpan): string[] =>
  Array.from({ length: days }, (_, at) => shiftDate(from, at));

/** The day whose view comes after that of another, or before it. */
export const turned = (view: CalendarView, date: string, by: 1 | -1): string => {
  if (view === 'day') return shiftDate(date, by);
  if (view === 'week') return shiftDate(date, by * daysOfWeek);
  return by === 1 ? nextMonth(date) : monthOf(shiftDate(monthOf(date), -1));
};
