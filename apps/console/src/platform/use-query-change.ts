import { useCallback } from 'react';
import { useLocation, useNavigate, type NavigateOptions } from 'react-router';
import { createQueryChanges } from './query-changes.ts';

const inOrder = createQueryChanges();

/** Path and query of the address bar; the router keeps both behind its `#`. */
export const addressNow = (): [path: string, query: string] => {
  const [path = '', query = ''] = window.location.hash.slice(1).split(/\?(.*)/s);
  return [path || '/', query];
};

/**
 * Changes what stands in the address, upon every change before it. A page that is being left, as one whose typing came to
 * rest while the next one loads, changes nothing: it would take the next one back.
 */
export const useQueryChange = () => {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (change: (before: URLSearchParams) => URLSearchParams, options: NavigateOptions): void => {
      if (addressNow()[0] !== pathname) return;
      const go = async (query: URLSearchParams): Promise<void> => {
        await navigate(`?${query.toString()}`, options);
      };
      void inOrder({ read: () => addressNow()[1], go }, change);
    },
    [navigate, pathname],
  );
};
