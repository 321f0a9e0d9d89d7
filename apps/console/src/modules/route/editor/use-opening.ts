import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router';

interface Opening {
  readonly key: number;
  /** Addresses at which this editor may stand: beside its own the one that it is about to get. */
  readonly at: readonly string[];
}

/** The editor at an address. */
export interface OpenedAt {
  /** Another key is another editor. */
  key: number;
  /** The editor stands at the address of this route from now on. */
  onSaved: (oid: string) => void;
  /** The route is opened as it is stored. */
  onOpen: (oid: string) => void;
}

const addressOf = (plan: string, source: string): string => `${plan} ${source}`;

/**
 * Which editor stands at an address: one that has stored a new route stays the same, with its map, what is open in it and
 * where one types. @param plan oid of a route, or `new`; @param source key of what a new one begins with
 */
export const useOpening = (plan: string, source = ''): OpenedAt => {
  const [, setQuery] = useSearchParams();
  const wanted = addressOf(plan, source);
  const [opening, setOpening] = useState<Opening>({ key: 0, at: [wanted] });
  const known = opening.at.includes(wanted);
  if (!known || (opening.at.length > 1 && opening.at.at(-1) === wanted))
    setOpening({ key: known ? opening.key : opening.key + 1, at: [wanted] });
  return {
    key: opening.key,
    onSaved: (oid) => {
      if (oid === plan) return;
      // At once: between the two addresses nobody can go back to the first one, which would be another editor.
      flushSync(() => setOpening(({ key, at }) => ({ key, at: [...at, addressOf(oid, '')] })));
      setQuery({ plan: oid }, { replace: true, flushSync: true });
    },
    onOpen: (oid) => {
      if (oid === plan) setOpening(({ key, at }) => ({ key: key + 1, at }));
      else setQuery({ plan: oid }, { replace: true });
    },
  };
};
