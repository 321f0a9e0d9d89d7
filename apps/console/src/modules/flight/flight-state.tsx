import type { FlightRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { flightLook, outcomeLook } from './flight-look.ts';

/** State of a flight as symbol and word, with its progress while it flies. */
export function FlightState({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const { state, wordId } = flightLook(flight);
  const percent =
    flight.state === 'inFlight' && flight.percent !== null ? ` ${Math.round(flight.percent)}%` : '';
  return <StateSymbol state={state} heading={90} word={text(wordId) + percent} />;
}

/** Outcome of a flight with its reason; a dash while there is none. */
export function FlightOutcomeMark({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const look = outcomeLook(flight.outcome);
  if (!look) return '–';
  return (
    <span className="flight-outcome" title={flight.outcomeMessage ?? undefined}>
      <StateSymbol state={look.state} word={text(look.wordId)} />
    </span>
  );
}
