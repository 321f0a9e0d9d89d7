import { getTimes } from 'suncalc';
import { Temporal } from 'temporal-polyfill';
import type { SunStart } from './schedule.ts';

const minute = 60_000;
const day = 86_400_000;
const wallAt = (at: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDateTime().toString();

/**
 * What the clocks of a zone show on a day at sunrise or sunset of a place with its offset, to the minute: `06:42`. Null:
 * the sun neither rises nor sets there on that day, or the offset leads out of it; then no run comes.
 * @param date of the zone, `2027-03-31`
 */
export const sunClock = (
  { event, offsetMinutes, lng, lat }: SunStart,
  date: string,
  timeZone: string,
): string | null => {
  const noon = Temporal.PlainDateTime.from(`${date}T12:00`).toZonedDateTime(timeZone).epochMilliseconds;
  // The library counts days by the sun: of a zone far from its meridian the day before or after may be meant.
  for (const turn of [-1, 0, 1]) {
    const at = getTimes(new Date(noon + turn * day), lat, lng)[event]?.getTime();
    if (at === undefined || !wallAt(at, timeZone).startsWith(date)) continue;
    const wall = wallAt(Math.round((at + offsetMinutes * minute) / minute) * minute, timeZone);
    return wall.startsWith(date) ? wall.slice(11, 16) : null;
  }
  return null;
};
