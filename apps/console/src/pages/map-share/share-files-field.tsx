import { mediaCalls } from '@eyrie/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { NamedFile } from '../../platform/files-to-share.ts';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import type { OwnField } from '../../platform/list/index.ts';
import { ManyChoice, textsOf } from '../../platform/many-choice.tsx';

/** Files of one question; what is typed finds others. */
const offered = 50;
/** Characters that a question takes. */
const keywordMost = 64;

/** The newest files by a part of their name, dock or task. */
const useFilesToShare = (typed: string) => {
  const keyword = typed.trim().slice(0, keywordMost);
  return useQuery({
    queryKey: ['media', 'toShare', keyword],
    queryFn: ({ signal }) =>
      call(
        mediaCalls.query,
        { pageNum: 1, pageSize: offered, ...(keyword === '' ? {} : { keyword }) },
        { signal, toast: false },
      ),
    placeholderData: keepPreviousData,
  });
};

/** Which files a share shows: found by what is typed, or chosen on another page before. */
export function FilesField({
  id,
  value,
  onChange,
  begun,
}: OwnField & { begun: readonly NamedFile[] }): ReactNode {
  const figures = useFigures();
  const [typed, setTyped] = useState('');
  const [names, setNames] = useState<ReadonlyMap<string, string>>(
    () => new Map(begun.map(({ oid, name }) => [oid, name])),
  );
  const answer = useFilesToShare(typed);
  const found = answer.data?.list ?? [];
  return (
    <ManyChoice
      id={id}
      value={textsOf(value)}
      answer={answer}
      options={found.map(({ oid, name, dockName, shotAt, createdAt }) => ({
        value: oid,
        label: [name, dockName, figures.time(shotAt ?? createdAt)]
          .filter((part) => part !== null)
          .join(' · '),
      }))}
      names={names}
      onSearch={setTyped}
      onChange={(chosen) => {
        // The next question may not find what was chosen by this one.
        const own = found
          .filter(({ oid }) => chosen.includes(oid))
          .map(({ oid, name }) => [oid, name] as const);
        setNames((before) => new Map([...before, ...own]));
        onChange(chosen);
      }}
    />
  );
}
