import { droneCalls, type DroneRecord, type Reconciliation } from '@eyrie/domain';
import { FactList, Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures, type Figures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { CorrectForm } from './correct-form.tsx';

type Sum = keyof Reconciliation['counts'];
const sums = ['flights', 'flightTime', 'distance'] as const satisfies readonly Sum[];

const shown = (figures: Figures, sum: Sum, value: number | null): string => {
  if (sum === 'flights') return figures.amount(value, undefined, 0);
  return sum === 'flightTime' ? figures.duration(value) : figures.length(value);
};
/** A difference or a correction with its sign. */
const signed = (figures: Figures, sum: Sum, value: number): string =>
  `${value < 0 ? '−' : '+'}${shown(figures, sum, Math.abs(value))}`;

/** One figure by the aircraft and by what is recorded, how far they lie apart, and which of them programmes count by. */
function Compared({ sum, answer }: { sum: Sum; answer: Reconciliation }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const reported = answer.reported[sum];
  const corrected = answer.corrected[sum];
  const here = answer.recorded[sum] + corrected;
  return (
    <>
      <span>
        {text('drone.reconciled', {
          reported: shown(figures, sum, reported),
          recorded: shown(figures, sum, answer.recorded[sum]),
        })}
      </span>
      {corrected === 0 ? null : <div>{text('drone.corrected', { by: signed(figures, sum, corrected) })}</div>}
      {reported === null || reported === here ? null : (
        <div>{text('drone.difference', { by: signed(figures, sum, reported - here) })}</div>
      )}
      <div className="list-hint">
        {text(answer.counts[sum] === 'reported' ? 'drone.countsReported' : 'drone.countsRecorded')}
      </div>
    </>
  );
}

function Corrections({ list }: { list: Reconciliation['corrections'] }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (list.length === 0) return null;
  return (
    <>
      <h4>{text('drone.corrections')}</h4>
      <ol className="list-history ey-grid ey-gap-8">
        {list.map(({ at, by, reason, ...changed }) => (
          <li key={`${at} ${reason}`}>
            <bdi>{figures.time(at)}</bdi>
            <span>
              {text('drone.correctionRow', {
                by: by ?? '–',
                flights: signed(figures, 'flights', changed.flights),
                flightTime: signed(figures, 'flightTime', changed.flightTime),
                distance: signed(figures, 'distance', changed.distance),
                reason,
              })}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Comparison({ drone }: { drone: DroneRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [correcting, setCorrecting] = useState(false);
  const answer = useQuery({
    queryKey: ['drone', 'reconcile', drone.oid],
    queryFn: ({ signal }) => call(droneCalls.reconcile, { oid: drone.oid }, { signal }),
  });
  const { data } = answer;
  return (
    <Loaded state={loadStateOf(answer)}>
      {() =>
        data ? (
          <>
            <p className="list-hint">
              {data.since === null
                ? text('drone.reconcileNone')
                : text('drone.reconcileSince', { time: figures.time(data.since) })}
            </p>
            <FactList
              className="list-facts"
              facts={[
                ...sums.map(
                  (sum) =>
                    [text(`device.${sum}`), <Compared key={sum} {...{ sum }} answer={data} />] as const,
                ),
                [text('drone.landings'), figures.amount(data.recorded.landings, undefined, 0)],
              ]}
            />
            <p className="list-hint">{text('drone.landingsHint')}</p>
            <Allowed call={droneCalls.correct}>
              <Button onClick={() => setCorrecting(true)}>{text('drone.correct')}</Button>
            </Allowed>
            <Corrections list={data.corrections} />
            {correcting ? <CorrectForm drone={drone} onClose={() => setCorrecting(false)} /> : null}
          </>
        ) : null
      }
    </Loaded>
  );
}

/** What an aircraft counts itself beside its flights here; asked for when it is opened. */
export function Reconcile({ drone }: { drone: DroneRecord }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="list-history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('drone.reconcile')}</summary>
      {open ? <Comparison drone={drone} /> : null}
    </details>
  );
}
