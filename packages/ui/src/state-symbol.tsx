import type { ReactNode } from 'react';

/** The five states that everything is shown in. */
export type DeviceState = 'live' | 'working' | 'attention' | 'alarm' | 'offline';

/** Shapes on a field of 12 by 12: the state must be seen without its colour. */
export function StateShape({ state, heading, size = 12 }: StateShapeProps): ReactNode {
  return (
    <svg
      className={`ey-shape ey-shape-${state}`}
      viewBox="0 0 12 12"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      {state === 'live' ? <circle cx="6" cy="6" r="4.5" /> : null}
      {state === 'working' ? (
        <path d="M6 .8 10.8 10.8H1.2Z" transform={`rotate(${heading ?? 0} 6 6)`} />
      ) : null}
      {state === 'attention' ? <circle cx="6" cy="6" r="4" className="ey-shape-open" /> : null}
      {state === 'alarm' ? <path d="M6 .5 11.5 6 6 11.5.5 6Z" /> : null}
      {state === 'offline' ? <circle cx="6" cy="6" r="4.2" className="ey-shape-thin" /> : null}
    </svg>
  );
}

export interface StateShapeProps {
  state: DeviceState;
  /** Degrees from up, clockwise; only for `working`. */
  heading?: number | null;
  size?: number;
}

export interface StateSymbolProps extends StateShapeProps {
  /** The state in words; never left out. */
  word: string;
  className?: string;
}

/** Colour, shape and word of a state, the same in tables, cards, maps and headers. */
export function StateSymbol({ word, className, ...shape }: StateSymbolProps): ReactNode {
  return (
    <span className={className ? `ey-state ${className}` : 'ey-state'}>
      <StateShape {...shape} />
      <span className="ey-state-word">{word}</span>
    </span>
  );
}
