import { useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { mayLeave } from '../leaving.ts';
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
  const { key, state, pathname } = useLocation();
  const navigate = useNavigate();
  /** A step back takes a moment; a second one within it would leave the page. */
  const leaving = useRef<string | null>(null);
  /** What was typed beside the record and not saved is asked about before the record goes. */
  const take = async (step: Step): Promise<void> => {
    if (query.has('open') && !(await mayLeave(pathname))) return;
    if (step !== 'back') setQuery(step.query, { replace: step.replace, state: step.state });
    else if (leaving.current !== key) {
      leaving.current = key;
      void navigate(-1);
    }
  };
  return {
    open: query.get('open') || null,
    show: (oid) => void take(stepToOpen(query, state, oid)),
    close: () => {
      if (query.has('open')) void take(stepToClose(query, state));
    },
  };
};
