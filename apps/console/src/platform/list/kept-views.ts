import { useState } from 'react';
import { keep, kept, type KeptList } from '../storage.ts';
import { useSession } from '../session.ts';

const nothing: KeptList = { views: [], columns: {} };

/**
 * Saved views and chosen columns of a list: kept in this browser for the member, also over a sign-out.
 * @param word the list's
 */
export const useKeptList = (word: string): [KeptList, (change: Partial<KeptList>) => void] => {
  const member = useSession(({ user }) => user?.oid ?? '');
  const name = `${member} ${word}`;
  const [now, setNow] = useState<KeptList>(() => kept('lists')?.[name] ?? nothing);
  return [
    now,
    (change) => {
      // Read anew: another list, or another tab, may have kept something since.
      const all = kept('lists') ?? {};
      const next = { ...nothing, ...all[name], ...change };
      keep('lists', { ...all, [name]: next });
      setNow(next);
    },
  ];
};
