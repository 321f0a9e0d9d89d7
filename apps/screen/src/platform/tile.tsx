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

/** A part of a cockpit that has a sentence to say and nothing else. */
export function TileSentence({
  title,
  area,
  sentence,
}: Record<'title' | 'area' | 'sentence', string>): ReactNode {
  const id = useId();
  return (
    <section className={`tile tile-${area}`} aria-labelledby={id}>
      <header className="tile-head">
        <h2 id={id}>{title}</h2>
      </header>
      <p className="tile-note">{sentence}</p>
    </section>
  );
}

/** A part of a cockpit: its name, how old it is, and what it says; failed and never asked are not shown as empty. */
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

/** The first rows of a list as far as its tile has room, and how many more there are; a sentence where there is none. */
export function TileRows<T>({
  list,
  most,
  none,
  live,
  children,
}: {
  list: readonly T[];
  most: number;
  none: string;
  /** Whoever listens to the page hears what is new. */
  live?: boolean;
  children: (one: T) => ReactNode;
}): ReactNode {
  const text = useText();
  if (list.length === 0) return <p className="tile-note">{none}</p>;
  return (
    <>
      <ul className="rows" aria-live={live ? 'polite' : undefined}>
        {list.slice(0, most).map(children)}
      </ul>
      {list.length > most ? (
        <p className="tile-note">{text('cockpit.notShown', { count: list.length - most })}</p>
      ) : null}
    </>
  );
}
