import type { FlightRecord } from '@eyrie/domain';

/** Seconds in the air: so far while it flies, as its record has none yet; null: not known. @param at server time, epoch ms */
export const flownSeconds = (
  { state, startTime, duration }: Pick<FlightRecord, 'state' | 'startTime' | 'duration'>,
  at: number | null,
): number | null => {
  if (startTime === null) return null;
  if (state !== 'inFlight') return duration;
  return at === null ? null : Math.max(0, at - startTime) / 1000;
};
