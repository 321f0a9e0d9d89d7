import type { StandingAlarm } from '@eyrie/domain';

/** An alarm that came within this stands out, and has the map. Milliseconds. */
export const newFor = 60_000;

/**
 * The dock of the newest warning that is still new; null: none is. Cautions are too many to move a map for.
 * @param at server time, ms
 */
export const alarmFocus = (
  alarms: readonly Pick<StandingAlarm, 'dockOID' | 'level' | 'firstAt'>[],
  at: number,
): string | null =>
  alarms
    .filter(({ level, firstAt }) => level >= 2 && at - firstAt < newFor)
    .toSorted((a, b) => b.firstAt - a.firstAt)[0]?.dockOID ?? null;
