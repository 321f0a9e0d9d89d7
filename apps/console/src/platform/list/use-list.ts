import type { CallDeclaration } from '@eyrie/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../http.ts';
import { useLanguage } from '../language.ts';

/** Under which words answers are kept that a change of the list makes old. */
export const wordsOf = ({
  word,
  also = [],
}: {
  word: string;
  also?: readonly string[];
}): readonly string[] => [word, ...also];

/** What changes by itself is asked for this often, ms. */
const renewChangingEvery = 5_000;

interface Page<Row> {
  list: Row[];
  total: number;
}

/** One page of a list; the page before stays while the next one loads. */
export const useListPage = <Row>(
  {
    word,
    calls,
    renewWhile,
    renewEvery,
  }: {
    word: string;
    calls: { query: CallDeclaration };
    renewWhile?: (row: Row) => boolean;
    renewEvery?: number;
  },
  request: Record<string, unknown>,
) => {
  // Names of the product's own come in the language of the reader.
  const language = useLanguage((state) => state.language);
  return useQuery({
    queryKey: [word, 'query', request, language],
    queryFn: ({ signal }) =>
      call(calls.query, request, { signal, toast: renewEvery === undefined }) as Promise<Page<Row>>,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      renewEvery ??
      (renewWhile && state.data?.list.some((row) => renewWhile(row)) ? renewChangingEvery : false),
  });
};

/** One record; null asks for nothing. */
export const useRecord = <Detail>(
  {
    word,
    calls,
    renewWhile,
  }: {
    word: string;
    calls: { get?: CallDeclaration };
    renewWhile?: (row: never) => boolean;
  },
  oid: string | null,
) =>
  useQuery({
    queryKey: [word, 'get', oid],
    queryFn: ({ signal }) => {
      if (!calls.get) throw new Error(`${word} declares no call for one record`);
      return call(calls.get, { oid: oid ?? '' } as object, { signal }) as Promise<Detail>;
    },
    enabled: oid !== null,
    refetchInterval: ({ state }) =>
      renewWhile && state.data && renewWhile(state.data as never) ? renewChangingEvery : false,
  });
