import { useSyncExternalStore } from 'react';
import { keep, kept, type KeptList } from '../storage.ts';
import { useSession } from '../session.ts';

const nothing: KeptList = { views: [], columns: {} };
/** What was read or kept, by member and list: the table and the views beside it show the same. */
const known = new Map<string, KeptList>();
const listeners = new Set<() => void>();

const read = (name: string): KeptList => {
  const before = known.get(name);
  if (before) return before;
  const now = { ...nothing, ...kept('lists')?.[name] };
  known.set(name, now);
  return now;
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Saved views and chosen columns of a list: kept in this browser for the member, also over a sign-out.
 * @param word the list's
 */
export const useKeptList = (word: string): [KeptList, (change: Partial<KeptList>) => void] => {
  const member = useSession(({ user }) => user?.oid ?? '');
  const name = `${member} ${word}`;
  const now = useSyncExternalStore(subscribe, () => read(name));
  return [
    now,
    (change) => {
      // Read anew: another list, or another tab, may have kept something since.
      const all = kept('lists') ?? {};
      const next = { ...nothing, ...all[name], ...change };
      keep('lists', { ...all, [name]: next });
      known.set(name, next);
      for (const listener of listeners) listener();
    },
  ];
};
