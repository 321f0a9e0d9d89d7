import type { FlightRecord } from '@eyrie/domain';

type Flight = Pick<FlightRecord, 'oid' | 'state' | 'createdAt'>;

const oldest = <F extends Flight>(flights: readonly F[], state: F['state']): F | null =>
  flights.filter((flight) => flight.state === state).toSorted((a, b) => a.createdAt - b.createdAt)[0] ?? null;

/**
 * The flight a monitor shows: one in the air before one that waits. A flight that was shown and has ended stays
 * until another one flies or a person asks for the next. With `evenOver` the newest ended one serves when
 * there is no other: the address named its task.
 */
export const chooseFlight = <F extends Flight>(
  flights: readonly F[],
  shownOID: string | null,
  evenOver: boolean,
): F | null => {
  const flying = oldest(flights, 'inFlight');
  if (flying) return flying;
  const shown = flights.find((flight) => flight.oid === shownOID);
  if (shown) return shown;
  const waiting = oldest(flights, 'created');
  if (waiting || !evenOver) return waiting;
  return flights.toSorted((a, b) => b.createdAt - a.createdAt)[0] ?? null;
};
