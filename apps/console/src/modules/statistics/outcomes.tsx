import { flightOutcomes, type FlightOutcome } from '@eyrie/domain';
import { StateShape } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { outcomeStates } from '../../platform/phase-style.ts';
import { useText } from '../../platform/text.tsx';

/** How the flights of the day ended, as counts and as one bar of their shares. */
export function Outcomes({
  counts,
}: {
  counts: Readonly<Partial<Record<FlightOutcome, number>>>;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const total = flightOutcomes.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0);
  if (total === 0) return <p className="ey-hint">{text('statistics.noOutcome')}</p>;
  return (
    <div className="outcomes">
      <div className="outcomes-bar" aria-hidden="true">
        {flightOutcomes.map((outcome) => {
          const count = counts[outcome] ?? 0;
          return count > 0 ? (
            <span key={outcome} className={`outcomes-part outcomes-${outcome}`} style={{ flexGrow: count }} />
          ) : null;
        })}
      </div>
      <ul>
        {flightOutcomes.map((outcome) => (
          <li key={outcome}>
            <StateShape state={outcomeStates[outcome]} />
            {text(`statistics.outcome.${outcome}`)}
            <bdi dir="ltr">{figures.amount(counts[outcome] ?? 0)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
