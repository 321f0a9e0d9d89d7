import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import type { ThreeLinks } from './link-ladder.ts';
import './telemetry.css';

export interface LinkBadgesProps {
  links: ThreeLinks;
  /** Ages in ms: since our own link went, of the dock's data, of the aircraft's. */
  ages: Readonly<Record<keyof ThreeLinks, number | null>>;
  /** What stands between server and aircraft: a dock unless told otherwise. */
  behind?: 'dock' | 'controller';
}

const order: readonly (keyof ThreeLinks)[] = ['page', 'dock', 'drone'];

const names = {
  dock: { page: 'monitor.link.page', dock: 'monitor.link.dock', drone: 'monitor.link.drone' },
  controller: {
    page: 'monitor.link.page',
    dock: 'remoteController.link.controller',
    drone: 'remoteController.link.drone',
  },
} as const;

/** The three links beside each other, from the reader's end to the aircraft. */
export function LinkBadges({ links, ages, behind = 'dock' }: LinkBadgesProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <ul className="link-badges" aria-label={text('monitor.links')}>
      {order.map((name) => {
        const { state, wordId, age } = links[name];
        const ms = ages[name];
        const word = age && ms !== null ? `${text(wordId)} · ${figures.age(ms)}` : text(wordId);
        return (
          <li key={name} className={`link-badge link-badge-${state}`}>
            <span className="link-badge-name">{text(names[behind][name])}</span>
            <StateSymbol state={state} word={word} />
          </li>
        );
      })}
    </ul>
  );
}
