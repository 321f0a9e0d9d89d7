import { momentOf, wallTime } from '../zone.ts';

/** How much an order matters. */
export const orderSeverities = ['low', 'medium', 'high'] as const;
export type OrderSeverity = (typeof orderSeverities)[number];

/** Days on which somebody works. */
export const workingDays = ['everyDay', 'mondayToFriday', 'mondayToSaturday', 'sundayToThursday'] as const;
export type WorkingDays = (typeof workingDays)[number];

/** Sunday is 0. */
const daysOf: Readonly<Record<WorkingDays, readonly number[]>> = {
  everyDay: [0, 1, 2, 3, 4, 5, 6],
  mondayToFriday: [1, 2, 3, 4, 5],
  mondayToSaturday: [1, 2, 3, 4, 5, 6],
  sundayToThursday: [0, 1, 2, 3, 4],
};

export interface WorkingHours {
  days: WorkingDays;
  /** Whole hours of the day, 0 to 24; the first lies before the second. */
  fromHour: number;
  toHour: number;
}

const hour = 3_600_000;
const day = 24 * hour;

/**
 * The moment at which so many working hours have passed, epoch ms.
 * @param from when they begin to count, epoch ms
 * @param hours more than 0
 * @param timeZone on whose clocks people work, an IANA name
 */
export const dueAt = (from: number, hours: number, working: WorkingHours, timeZone: string): number => {
  const { days, fromHour, toHour } = working;
  if (days === 'everyDay' && fromHour === 0 && toHour === 24) return Math.round(from + hours * hour);
  const first = wallTime(timeZone, from);
  const at = (date: number, hours24: number): number => {
    const wall = new Date(date + hours24 * hour);
    return momentOf(timeZone, {
      year: wall.getUTCFullYear(),
      month: wall.getUTCMonth() + 1,
      day: wall.getUTCDate(),
      hour: wall.getUTCHours(),
      minute: 0,
      second: 0,
    });
  };
  let left = hours * hour;
  for (let date = Date.UTC(first.year, first.month - 1, first.day); ; date += day) {
    if (!daysOf[days].includes(new Date(date).getUTCDay())) continue;
    const begins = Math.max(at(date, fromHour), from);
    const span = at(date, toHour) - begins;
    if (span <= 0) continue;
    if (left <= span) return Math.round(begins + left);
    left -= span;
  }
};

/**
 * Whether an open order has stood for longer than it should.
 * @param now server time, epoch ms
 * @param otherwise ms that it may stand where nobody has set a target for it
 */
export const isLate = (
  { dueAt: due, createdAt, open }: { dueAt: number | null; createdAt: number; open: boolean },
  now: number,
  otherwise: number,
): boolean => open && (due === null ? createdAt < now - otherwise : due < now);
