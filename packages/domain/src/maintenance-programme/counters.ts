/** What an aircraft does over its life. Seconds and metres. */
export interface FlightSums {
  flights: number;
  flightTime: number;
  distance: number;
}

/** What is stored of a flight that says how much its aircraft was used. */
export interface CountedFlight {
  state: 'created' | 'inFlight' | 'over';
  /** It has begun. */
  begun: boolean;
  /** Why it ended otherwise than well, or how its end was learned. */
  outcomeReason: string | null;
  /** Seconds in which its aircraft was recorded in the air. */
  duration: number;
  /** Metres. */
  distance: number;
}

/** The reason of a flight of which nobody observed how it came down. */
export const unobservedEnd = 'endedUnobserved';

/**
 * A landing recorded here. No document of a maker counts landings, so they are counted from flights: one flight that is
 * over, of which the aircraft was recorded in the air, and whose end was reported by its dock or seen by the aircraft
 * being inside. An end that nobody observed is none until a late report says how the flight ended. Several touchdowns in
 * one flight are one landing; flights that were not recorded here are none.
 */
export const hasLanded = ({ state, begun, outcomeReason, duration }: CountedFlight): boolean =>
  state === 'over' && begun && duration > 0 && outcomeReason !== unobservedEnd;

/** Sums of the flights of an aircraft that have begun and are over, in whatever order they are given. */
export const sumOfFlights = (flights: readonly CountedFlight[]): FlightSums & { landings: number } => {
  const over = flights.filter(({ state, begun }) => state === 'over' && begun);
  const sum = (of: (flight: CountedFlight) => number): number =>
    over.reduce((total, flight) => total + of(flight), 0);
  return {
    flights: over.length,
    flightTime: sum(({ duration }) => duration),
    distance: sum(({ distance }) => distance),
    landings: over.filter(hasLanded).length,
  };
};

/** One figure of a device by both who can count it; null: it does not, or nobody does. */
export interface Counted {
  /** By the device itself over its life. */
  reported: number | null;
  /** By what is recorded here, with the corrections that people made. */
  recorded: number | null;
}

export const counterSources = ['reported', 'recorded'] as const;
/** Which of the two counts now: the device's own figure where it reports one, else what is recorded here. */
export const counterSource = ({ reported }: Counted): (typeof counterSources)[number] =>
  reported === null ? 'recorded' : 'reported';

const difference = (now: number | null, then: number | null): number | null =>
  now === null || then === null || now < then ? null : now - then;

/**
 * How much a device was used since its last maintenance; without one, over its life. Programmes count by this alone.
 *
 * The device's own counter counts where it reports one now and did at the last maintenance. A counter that began to report
 * later, fell silent, or stands lower than it did (a new main board) cannot be compared: what is recorded here counts
 * then. Where neither can be compared, the whole life counts: rather due too early than never.
 * @param base figures of the last maintenance; null: there was none
 */
export const countedSince = (now: Counted, base: Counted | null): number | null =>
  (base && (difference(now.reported, base.reported) ?? difference(now.recorded, base.recorded))) ??
  now.reported ??
  now.recorded;
