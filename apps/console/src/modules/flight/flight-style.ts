import type { DockPresence, FlightOutcome, FlightPhase, FlightRecord } from '@eyrie/domain';
import { outcomeStates, type FlightStyle } from '../../platform/phase-style.ts';

/** How it ended; null while it has not. */
export const outcomeStyle = (outcome: FlightOutcome | null): FlightStyle | null =>
  outcome === null ? null : { state: outcomeStates[outcome], wordId: `flight.outcome.${outcome}` };

export type FlightStanding = Pick<
  FlightRecord,
  'phase' | 'progress' | 'secondsLeft' | 'stepName' | 'currentWaypoint' | 'waypointCount'
>;

/** Where a flight stands by the newest word: the live one of its dock, else the stored one. An end is not taken back. */
export const standingOf = (
  flight: FlightStanding & Pick<FlightRecord, 'oid' | 'state'>,
  job: DockPresence['job'] | null,
): FlightStanding => {
  if (flight.state === 'over' || job?.flightOID !== flight.oid) return flight;
  return {
    phase: job.phase,
    progress: job.progress ?? flight.progress,
    secondsLeft: job.secondsLeft,
    stepName: job.stepName,
    currentWaypoint: job.waypoint ?? flight.currentWaypoint,
    waypointCount: job.waypointCount ?? flight.waypointCount,
  };
};

/** Steps that say no more than the phase they belong to, which stands above them. */
const stepsOfPhase: Readonly<Partial<Record<FlightPhase, FlightStanding['stepName']>>> = {
  onRoute: 'route',
  landing: 'landing',
};

/** The step to name beside the phase; null where it would say the same again. */
export const stepBeside = ({
  phase,
  stepName,
}: Pick<FlightStanding, 'phase' | 'stepName'>): FlightStanding['stepName'] =>
  stepsOfPhase[phase] === stepName ? null : stepName;

/** Phases in which the share of the route says something to a reader. */
export const showsProgress = (phase: FlightPhase): boolean => phase === 'onRoute' || phase === 'paused';

/** The number of a waypoint as people count: devices begin at 0 and may name one past the last. */
export const waypointNumber = (index: number, count: number): number => Math.min(index + 1, count);
