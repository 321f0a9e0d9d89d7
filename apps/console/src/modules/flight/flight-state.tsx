import type { FlightRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useText } from '../../platform/text.tsx';
import { flightLook, outcomeLook, outcomeReason } from './flight-look.ts';

/** State of a flight as symbol and word, with its progress while it flies. */
export function FlightState({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const { state, wordId } = flightLook(flight);
  const percent =
    flight.state === 'inFlight' && flight.percent !== null ? ` ${Math.round(flight.percent)}%` : '';
  return <StateSymbol state={state} heading={90} word={text(wordId) + percent} />;
}

/** Why a flight ended other than well, in words; null when there is nothing to say. */
export const useOutcomeReason = (): ((reason: string | null) => string | null) => {
  const text = useText();
  const { messages } = useIntl();
  return (reason) => {
    const found = outcomeReason(reason, (id) => id in messages);
    if (!found) return null;
    if ('id' in found) return text(found.id);
    return 'code' in found ? text('flight.deviceReason', { code: found.code }) : found.words;
  };
};

/** Outcome of a flight with its reason; a dash while there is none. */
export function FlightOutcomeMark({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const reasonOf = useOutcomeReason();
  const look = outcomeLook(flight.outcome);
  if (!look) return '–';
  const reason = reasonOf(flight.outcomeReason);
  return (
    <span className="flight-outcome" title={reason ?? undefined}>
      <StateSymbol state={look.state} word={text(look.wordId)} />
    </span>
  );
}
