import { useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { mayLeave } from '../leaving.ts';
import { addressNow, useQueryChange } from '../use-query-change.ts';
import { stepToClose, stepToOpen, type Step } from './drawer-steps.ts';

export interface OpenRecord {
  /** The record whose drawer is open. */
  open: string | null;
  show: (oid: string) => void;
  close: () => void;
}

/**
 * The record that is open beside a list, kept in the address.
 * @param name under which it stands there; what is not the page's own may stand beside it
 */
export const useDrawer = (name = 'open'): OpenRecord => {
  const [query] = useSearchParams();
  const change = useQueryChange();
  const { key, state, pathname } = useLocation();
  const navigate = useNavigate();
  /** A step back takes a moment; a second one within it would leave the page. */
  const leaving = useRef<string | null>(null);
  /** From another page, or with the record gone, a step back would leave what is shown. */
  const isShown = (): boolean => {
    const [path, now] = addressNow();
    return path === pathname && new URLSearchParams(now).has(name);
  };
  /** What was typed beside the record and not saved is asked about before the record goes. */
  const take = async (stepFrom: (query: URLSearchParams) => Step): Promise<void> => {
    if (name === 'open' && query.has(name) && !(await mayLeave(pathname))) return;
    const step = stepFrom(query);
    if (step !== 'back')
      change(
        (now) => {
          // The address may have changed while the question stood open.
          const next = stepFrom(now);
          return next === 'back' ? now : next.query;
        },
        { replace: step.replace, state: step.state },
      );
    else if (leaving.current !== key && isShown()) {
      leaving.current = key;
      void navigate(-1);
    }
  };
  return {
    open: query.get(name) || null,
    show: (oid) => void take((now) => stepToOpen(now, state, oid, name)),
    close: () => {
      if (query.has(name)) void take((now) => stepToClose(now, state, name));
    },
  };
};
