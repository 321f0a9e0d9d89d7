import { isTimeZone, wallTime } from '@eyrie/domain';

/** Minutes since midnight in a time zone; in UTC when the zone is unknown to this machine. */
export function minuteOfDay(timeZone: string, at: number): number {
  const { hour, minute } = wallTime(isTimeZone(timeZone) ? timeZone : 'UTC', at);
  return hour * 60 + minute;
}
