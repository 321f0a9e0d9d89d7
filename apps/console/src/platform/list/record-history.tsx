import type { CallDeclaration, RecordChange } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { changesInWords, type FieldLabels } from '../changes-since.ts';
import { useFigures } from '../figures.ts';
import { call } from '../http.ts';
import { useText } from '../text.tsx';
import './list.css';

interface HistoryProps {
  word: string;
  /** Lists the changes of a record, the last one first. */
  history: CallDeclaration;
  labels: FieldLabels;
  oid: string;
}

function Changes({ word, history, labels, oid }: HistoryProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const answer = useQuery({
    queryKey: [word, 'history', oid],
    queryFn: ({ signal }) =>
      // Shown where the changes would stand: a record that has just been deleted has none any more.
      call(history, { oid } as object, { signal, toast: false }) as Promise<{ list: RecordChange[] }>,
  });
  const { data } = answer;
  return (
    <Loaded state={loadStateOf(answer)}>
      {() =>
        data?.list.length ? (
          <ol className="list-history ey-grid ey-gap-8">
            {data.list.map((change) => (
              <li key={change.version}>
                <bdi>{figures.time(change.at)}</bdi>
                <span>{changesInWords([change], labels, text, 'list.changedBy')}</span>
              </li>
            ))}
          </ol>
        ) : (
          <p className="list-hint">{text('list.historyNone')}</p>
        )
      }
    </Loaded>
  );
}

/** Who changed a record, when, from what to what; asked for when it is opened. */
export function RecordHistory(props: HistoryProps): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="list-history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('list.history')}</summary>
      {open ? <Changes {...props} /> : null}
    </details>
  );
}
