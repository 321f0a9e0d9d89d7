import { limits, type FlightReplay } from '@eyrie/domain';
import type { RecordFacts } from './flight-record.store.ts';
import type { RecordSpan } from './record-events.store.ts';

export type RecordFlight = RecordFacts & {
  /** Its task's, or its dock's where it has none. */
  name: string;
  /** ms after which nothing is known between two rows. */
  gap: number;
};

const day = 86_400_000;

/** @param now server time, ms: rows that are old enough were thinned, and lie further apart. */
export const recordFlightOf = (facts: RecordFacts, now: number): RecordFlight => {
  const { keepFullDays } = limits.telemetry;
  const { gap, oldGap } = limits.flightRecord;
  const age = now - (facts.startTime ?? facts.createdAt).getTime();
  return { ...facts, name: facts.taskName ?? facts.dockName, gap: age > keepFullDays * day ? oldGap : gap };
};

/** Between which moments a record looks for what happened. */
export const spanOf = (
  { oid, dockOID, groupRoot, createdAt, startTime, endTime }: RecordFacts,
  now: number,
): RecordSpan => ({
  flightOID: oid,
  dockOID,
  groupRoot,
  from: startTime ?? createdAt,
  to: endTime ?? new Date(now),
});

/** The route as it was flown, where it still is that. */
export const planOf = ({ hasRoute, path, seconds }: RecordFacts): FlightReplay['plan'] => {
  if (!hasRoute) return { state: 'none', path: [], seconds: null };
  if (path === null) return { state: 'changed', path: [], seconds: null };
  return {
    state: 'flown',
    path: path
      .slice(0, limits.flightRecord.waypoints)
      .map(({ lng, lat, height, heightMode }) => ({ lng, lat, height, heightMode })),
    seconds,
  };
};
