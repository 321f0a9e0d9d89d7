import { StateSymbol } from '@eyrie/ui';
import { useNow } from '@eyrie/web/clock';
import { useFigures } from '@eyrie/web/figures';
import { useLink } from '@eyrie/web/live-link';
import { useText } from '@eyrie/web/text';
import { useId, type ReactNode } from 'react';
import type { Asked } from './asked.ts';

/** What was not renewed for so long is old: twice as long as between two questions that nothing announces. Milliseconds. */
const oldAfter = 120_000;

/** How old what a tile shows is, and whether it could be renewed. */
export function AskedAge({ receivedAt, failed }: Pick<Asked<unknown>, 'receivedAt' | 'failed'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  const at = useNow();
  const linked = useLink(({ state, quietSince }) => state === 'up' && quietSince === null);
  if (receivedAt === null) return null;
  const ageMs = Math.max(0, at - receivedAt);
  const age = figures.age(ageMs);
  if (failed) return <StateSymbol state="alarm" word={text('cockpit.failed', { age })} />;
  if (ageMs > oldAfter || !linked)
    return <StateSymbol state="attention" word={text('cockpit.old', { age })} />;
  return <span className="tile-age">{text('cockpit.asked', { age })}</span>;
}

export interface TileProps<T> {
  title: string;
  /** Its place on the grid of the cockpit. */
  area: string;
  asked: Asked<T>;
  children: (answer: T) => ReactNode;
}

/** A part of a cockpit: its name, how old it is, and what it says; failed and never asked are told apart from empty. */
export function Tile<T>({ title, area, asked, children }: TileProps<T>): ReactNode {
  const text = useText();
  const id = useId();
  const { answer, failed } = asked;
  return (
    <section className={`tile tile-${area}`} aria-labelledby={id}>
      <header className="tile-head">
        <h2 id={id}>{title}</h2>
        <AskedAge {...asked} />
      </header>
      {answer !== null ? (
        <div className={failed ? 'tile-body tile-old' : 'tile-body'}>{children(answer)}</div>
      ) : failed ? (
        <p className="tile-note" role="status">
          <StateSymbol state="alarm" word={text('cockpit.failedNever')} />
        </p>
      ) : (
        <p className="tile-note">{text('cockpit.asking')}</p>
      )}
    </section>
  );
}
