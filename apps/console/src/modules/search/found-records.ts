import { limits, searchCalls, type ResponseOf } from '@eyrie/domain';
import { currentLoad, loadStateOf, type LoadState } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../platform/http.ts';

export type FoundGroup = ResponseOf<typeof searchCalls.query>['groups'][number];
interface FoundRecords {
  groups: readonly FoundGroup[];
  state: LoadState;
}

const useSettled = (word: string): boolean => {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(word), limits.search.settle);
    return () => clearTimeout(timer);
  }, [word]);
  return settled === word;
};

/** Records by what was written: asked for when the typing rests, and given up as soon as it goes on. */
export const useFoundRecords = (written: string): FoundRecords => {
  const word = written.trim();
  const settled = useSettled(word);
  const answer = useQuery({
    queryKey: ['search', word],
    queryFn: ({ signal }) => call(searchCalls.query, { keyword: word }, { signal, toast: false }),
    enabled: word !== '' && settled,
    // What was found before may be called otherwise by now.
    gcTime: 0,
    staleTime: 0,
  });
  if (word === '') return { groups: [], state: currentLoad };
  return { groups: answer.data?.groups ?? [], state: settled ? loadStateOf(answer) : { kind: 'loading' } };
};
