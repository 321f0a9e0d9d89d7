import { momentOf, wallTime } from '@eyrie/domain';

const day = 86_400_000;

/** The moments at which a zone's clocks show a full hour, around `at`: the last one up to it, and the next after it. */
export function dailyHour(hour: number, timeZone: string, at: number): { last: number; next: number } {
  const moments = [-2, -1, 0, 1, 2].map((days) => {
    const { year, month, day: date } = wallTime(timeZone, at);
    const there = new Date(Date.UTC(year, month - 1, date) + days * day);
    return momentOf(timeZone, {
      year: there.getUTCFullYear(),
      month: there.getUTCMonth() + 1,
      day: there.getUTCDate(),
      hour,
      minute: 0,
      second: 0,
    });
  });
  return {
    last: Math.max(...moments.filter((one) => one <= at)),
    next: Math.min(...moments.filter((one) => one > at)),
  };
}
