import { Loaded, loadStateOf } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { usePastAppearances } from './appearance.queries.ts';

/** Who changed the look and when, the newest first. */
export function PastAppearances(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const answer = usePastAppearances();
  const list = answer.data?.list ?? [];
  const looks = (): ReactNode => (
    <ol className="look-history">
      {list.map((past) => (
        <li key={past.oid}>
          <bdi className="look-history-name">{past.pcName}</bdi>
          <span>{text(`appearance.origin.${past.origin}`)}</span>
          <bdi>{past.byName ?? '–'}</bdi>
          <time dateTime={new Date(past.at).toISOString()}>{figures.time(past.at)}</time>
        </li>
      ))}
    </ol>
  );
  return (
    <Loaded state={loadStateOf(answer)}>
      {() => (list.length === 0 ? <p className="look-hint">{text('appearance.noHistory')}</p> : looks())}
    </Loaded>
  );
}
