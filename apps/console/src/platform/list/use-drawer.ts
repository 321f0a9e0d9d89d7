import { useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { stepToClose, stepToOpen, type Step } from './drawer-steps.ts';

export interface OpenRecord {
  /** The record whose drawer is open. */
  open: string | null;
  show: (oid: string) => void;
  close: () => void;
}

/** The record that is open beside a list, kept in the address. */
export const useDrawer = (): OpenRecord => {
  const [query, setQuery] = useSearchParams();
  const { key, state } = useLocation();
  const navigate = useNavigate();
  /** A step back takes a moment; a second one within it would leave the page. */
  const leaving = useRef<string | null>(null);
  const take = (step: Step): void => {
    if (step !== 'back') setQuery(step.query, { replace: step.replace, state: step.state });
    else if (leaving.current !== key) {
      leaving.current = key;
      void navigate(-1);
    }
  };
  return {
    open: query.get('open') || null,
    show: (oid) => take(stepToOpen(query, state, oid)),
    close: () => {
      if (query.has('open')) take(stepToClose(query, state));
    },
  };
};
