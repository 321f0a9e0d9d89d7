import { deviceMessageCalls } from '@eyrie/domain';
import { Loaded, loadStateOf, StateSymbol } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { unusableWords } from '../../platform/unusable-words.ts';
import './device-health.css';

/** What a device sends and nobody can use, by reason, with a sample of each. */
export function UnusableLines({ dockOID }: { dockOID: string }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const answer = useQuery({
    queryKey: ['deviceMessage', 'unusable', dockOID],
    queryFn: ({ signal }) => call(deviceMessageCalls.unusable, { oid: dockOID }, { signal }),
    refetchInterval: 10_000,
  });
  return (
    <Loaded state={loadStateOf(answer)}>
      {() =>
        answer.data?.list.length ? (
          <ul className="unusable">
            {answer.data.list.map(({ reason, what, rule, count, lastAt, sample }) => (
              <li key={`${reason} ${what}`}>
                <StateSymbol state="attention" word={unusableWords(text, { reason, rule })} />{' '}
                <bdi dir="ltr">
                  <code>{what}</code>
                </bdi>
                <p className="list-hint">
                  {text('deviceHealth.unusableCount', {
                    count: figures.amount(count, undefined, 0),
                    time: figures.time(lastAt),
                  })}
                </p>
                {sample === null ? null : (
                  <pre dir="ltr" className="unusable-sample">
                    {sample}
                  </pre>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <p className="list-hint">{text('deviceHealth.unusableNone')}</p>
        )
      }
    </Loaded>
  );
}

/** What a dock sends and nobody can use, for whoever installs it; asked for when it is opened. */
export function UnusableMessages({ dockOID }: { dockOID: string }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="list-history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('deviceHealth.unusable')}</summary>
      {open ? <UnusableLines dockOID={dockOID} /> : null}
    </details>
  );
}
