/** A day on the clocks of a zone, `2026-11-27`. */
export type WallDate = string;

const dayMs = 86_400_000;
const parse = (day: WallDate): number => Date.parse(`${day}T00:00:00Z`);
const print = (at: number): WallDate => new Date(at).toISOString().slice(0, 10);

/** Days on the clocks of a zone, both ends counted. */
export interface DaySpan {
  from: WallDate;
  to: WallDate;
}

/** A day so many days later. */
export const dayLater = (day: WallDate, days: number): WallDate => print(parse(day) + days * dayMs);
export const daySpan = (from: WallDate, days: number): DaySpan => ({ from, to: dayLater(from, days - 1) });

/** As many days right before. */
export const spanBefore = ({ from, to }: DaySpan): DaySpan => {
  const days = (parse(to) - parse(from)) / dayMs + 1;
  return daySpan(dayLater(from, -days), days);
};

const yearBack = (day: WallDate): WallDate => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // 29 February has no counterpart: the last day of that month stands for it.
  const last = new Date(Date.UTC(year - 1, month, 0)).getUTCDate();
  return print(Date.UTC(year - 1, month - 1, Math.min(date, last)));
};
/** The same days of the calendar a year before. */
export const spanYearBefore = ({ from, to }: DaySpan): DaySpan => ({
  from: yearBack(from),
  to: yearBack(to),
});

export const periodSteps = ['day', 'month'] as const;
export type PeriodStep = (typeof periodSteps)[number];
/** More days than that are shown by month. */
export const daysShownMost = 92;
export const stepOf = (days: number): PeriodStep => (days > daysShownMost ? 'month' : 'day');

/** The days or first days of months of a span, in order, those without a record too. */
export const stepsOf = ({ from, to }: DaySpan, step: PeriodStep): WallDate[] => {
  const steps: WallDate[] = [];
  let day = step === 'day' ? from : `${from.slice(0, 7)}-01`;
  while (day <= to) {
    steps.push(day);
    day = step === 'day' ? dayLater(day, 1) : `${dayLater(day, 31).slice(0, 7)}-01`;
  }
  return steps;
};
