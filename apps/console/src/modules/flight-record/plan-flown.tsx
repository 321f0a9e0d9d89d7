import { deviationsOf, type FlightReplay } from '@eyrie/domain';
import { deviationSummary } from '@eyrie/geometry';
import { Figure, Loaded, loadStateOf } from '@eyrie/ui';
import { useMemo, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { useReplay } from './replay.queries.ts';
import './flight-record.css';

/** What keeps plan and flight from being compared; null: nothing. */
const useComparison = (replay: FlightReplay) => {
  const summary = useMemo(() => deviationSummary(deviationsOf(replay)), [replay]);
  const why = replay.plan.state === 'flown' ? (summary ? null : 'short') : replay.plan.state;
  return { summary, why } as const;
};

/** How far a flight was beside its plan, in figures, and what it cost. */
export function PlanFlown({ replay }: { replay: FlightReplay }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { summary, why } = useComparison(replay);
  const { startTime, dueAt, batteryCycles } = replay;
  const startLate = startTime === null || dueAt === null ? null : (startTime - dueAt) / 1_000;
  const seconds = (value: number | null | undefined): string | null =>
    value === null || value === undefined ? null : figures.amount(value, text('unit.second'), 0);
  return (
    <>
      {why === null ? null : <p className="ey-hint">{text(`flightRecord.plan.${why}`)}</p>}
      <div className="replay-figures ey-grid ey-gap-12">
        {summary ? (
          <>
            <Figure
              size="small"
              label={text('flightRecord.crossMean')}
              {...figures.reading.height(summary.meanCross, 1)}
            />
            <Figure
              size="small"
              label={text('flightRecord.crossMost')}
              {...figures.reading.height(summary.mostCross, 1)}
            />
            <Figure
              size="small"
              label={text('flightRecord.heightMost')}
              {...figures.reading.height(summary.mostHeight, 1)}
            />
            <Figure size="small" label={text('flightRecord.routeLate')} value={seconds(summary.late)} />
          </>
        ) : null}
        <Figure size="small" label={text('flightRecord.startLate')} value={seconds(startLate)} />
        <Figure
          size="small"
          label={text('flightRecord.cycles')}
          value={batteryCycles === null ? null : figures.amount(batteryCycles, undefined, 2)}
        />
      </div>
    </>
  );
}

/** The same in the record of a flight, which asks for it. */
export function PlanFlownOf({ oid }: { oid: string }): ReactNode {
  const replay = useReplay(oid);
  return (
    <Loaded state={loadStateOf(replay)}>
      {() => (replay.data ? <PlanFlown replay={replay.data} /> : null)}
    </Loaded>
  );
}
