import type { FlightRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { phaseStyle } from '../../platform/phase-style.ts';
import { useText } from '../../platform/text.tsx';
import { outcomeStyle, showsProgress, type FlightStanding } from './flight-style.ts';

/** Where a flight stands as symbol and word, with the share of the route while it flies it. */
export function FlightState({
  flight,
  standing = flight,
}: {
  flight: FlightRecord;
  /** A newer word than the record's. */
  standing?: Pick<FlightStanding, 'phase' | 'progress'>;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { state, wordId } = phaseStyle(standing.phase, flight.outcome);
  const share =
    showsProgress(standing.phase) && standing.progress !== null
      ? ` ${figures.amount(standing.progress, '%', 0)}`
      : '';
  return <StateSymbol state={state} heading={90} word={text(wordId) + share} />;
}

/** Outcome of a flight with its reason; a dash while there is none. */
export function FlightOutcomeMark({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const look = outcomeStyle(flight.outcome);
  if (!look) return '–';
  return (
    <span className="flight-outcome" title={flight.outcomeMessage ?? undefined}>
      <StateSymbol state={look.state} word={text(look.wordId)} />
    </span>
  );
}
