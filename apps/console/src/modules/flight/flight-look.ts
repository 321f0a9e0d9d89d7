import type { FlightOutcome, FlightRecord } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { DeviceState } from '@eyrie/ui';

export interface FlightLook {
  state: DeviceState;
  wordId: PhraseId;
}

const outcomes: Readonly<Record<FlightOutcome, DeviceState>> = {
  done: 'live',
  partly: 'attention',
  failed: 'alarm',
  cancelled: 'offline',
  missed: 'attention',
};

/** How a flight stands: waiting, flying, paused or over. */
export const flightLook = ({
  state,
  paused,
  outcome,
}: Pick<FlightRecord, 'state' | 'paused' | 'outcome'>): FlightLook => {
  if (state === 'created') return { state: 'offline', wordId: 'flight.state.created' };
  // Over is not yet good: the symbol is that of the outcome.
  if (state === 'over')
    return { state: outcome === null ? 'offline' : outcomes[outcome], wordId: 'flight.state.over' };
  return paused
    ? { state: 'attention', wordId: 'flight.paused' }
    : { state: 'working', wordId: 'flight.state.inFlight' };
};

/** How it ended; null while it has not. */
export const outcomeLook = (outcome: FlightOutcome | null): FlightLook | null =>
  outcome === null ? null : { state: outcomes[outcome], wordId: `flight.outcome.${outcome}` };

/** The number of a waypoint as people count: devices begin at 0 and may name one past the last. */
export const waypointNumber = (index: number, count: number): number => Math.min(index + 1, count);
