import type { FlightOutcome, FlightPhase } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { DeviceState } from '@eyrie/ui';

export interface FlightStyle {
  state: DeviceState;
  wordId: PhraseId;
}

export const outcomeStates: Readonly<Record<FlightOutcome, DeviceState>> = {
  done: 'live',
  partly: 'attention',
  failed: 'alarm',
  cancelled: 'offline',
  missed: 'attention',
  unknown: 'offline',
};

/** How a phase is shown everywhere. Over is not yet good: the symbol is that of the outcome. */
export const phaseStyle = (phase: FlightPhase, outcome: FlightOutcome | null = null): FlightStyle => {
  const wordId = `flight.phase.${phase}` as const;
  if (phase === 'waiting') return { state: 'offline', wordId };
  if (phase === 'over') return { state: outcome === null ? 'offline' : outcomeStates[outcome], wordId };
  return { state: phase === 'paused' ? 'attention' : 'working', wordId };
};
