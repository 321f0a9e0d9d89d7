import { droneCalls } from '@eyrie/domain';
import { FactList, Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';

function Comparison({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const answer = useQuery({
    queryKey: ['drone', 'reconcile', oid],
    queryFn: ({ signal }) => call(droneCalls.reconcile, { oid }, { signal }),
  });
  const both = (of: string, reported: string, recorded: string): readonly [string, string] => [
    of,
    text('drone.reconciled', { reported, recorded }),
  ];
  const { reported, recorded, since } = answer.data ?? {};
  return (
    <Loaded state={loadStateOf(answer)}>
      {() => (
        <>
          <p className="list-hint">
            {since == null
              ? text('drone.reconcileNone')
              : text('drone.reconcileSince', { time: figures.time(since) })}
          </p>
          <FactList
            className="list-facts"
            facts={[
              both(
                text('device.flights'),
                figures.amount(reported?.flights ?? null, undefined, 0),
                figures.amount(recorded?.flights ?? null, undefined, 0),
              ),
              both(
                text('device.flightTime'),
                figures.duration(reported?.flightTime ?? null),
                figures.duration(recorded?.flightTime ?? null),
              ),
              both(
                text('device.distance'),
                figures.length(reported?.distance ?? null),
                figures.length(recorded?.distance ?? null),
              ),
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

/** What an aircraft counts itself beside its flights here; asked for when it is opened. */
export function Reconcile({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="list-history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('drone.reconcile')}</summary>
      {open ? <Comparison oid={oid} /> : null}
    </details>
  );
}
