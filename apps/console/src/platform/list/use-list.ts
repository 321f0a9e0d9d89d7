import type { CallDeclaration } from '@eyrie/domain';
import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query';
import { isAskable } from '../gone-records.ts';
import { call } from '../http.ts';
import { useLanguage } from '../language.ts';
import type { ListRoom } from './room.ts';

/** Under which words answers are kept that a change of the list makes old. */
const wordsOf = ({ word, also = [] }: { word: string; also?: readonly string[] }): readonly string[] => [
  word,
  ...also,
];

/** Asks anew for all that shows the list, but not for a record that is gone: that would be refused. */
export const renewList = (
  client: QueryClient,
  room: { word: string; also?: readonly string[] },
  gone: readonly string[] = [],
): Promise<unknown> =>
  Promise.all(
    wordsOf(room).map((word) =>
      client.invalidateQueries({
        queryKey: [word],
        predicate: (query) => isAskable(query) && !gone.includes(query.queryKey[2] as string),
      }),
    ),
  );

/** What changes by itself is asked for this often, ms. */
const renewChangingEvery = 5_000;

interface Page<Row> {
  list: Row[];
  total: number;
}

/** An answer that holds all rows is a page of them all. */
const pageOf = <Row>(answer: Row[] | (Omit<Page<Row>, 'total'> & { total?: number })): Page<Row> => {
  const page = Array.isArray(answer) ? { list: answer } : answer;
  return { total: page.list.length, ...page };
};

/** One page of a list; the page before stays while the next one loads. */
export const useListPage = <Row>(
  {
    word,
    calls,
    renewWhile,
    renewEvery,
    arrived,
    keyOf,
  }: Pick<ListRoom, 'word' | 'calls' | 'renewEvery'> & {
    renewWhile?: (row: Row) => boolean;
    arrived?: (newest: Row) => object;
    keyOf?: (row: Row) => string;
  },
  request: Record<string, unknown>,
) => {
  // Names of the product's own come in the language of the reader.
  const language = useLanguage((state) => state.language);
  return useQuery({
    queryKey: [word, 'query', calls.query.path, request, language],
    queryFn: async ({ signal }) => {
      const answer = await call(calls.query, request, { signal, toast: renewEvery === undefined });
      const page = pageOf(answer as Page<Row>);
      return keyOf ? { ...page, list: page.list.map((row) => ({ ...row, oid: keyOf(row) })) } : page;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      renewEvery ??
      ((renewWhile && state.data?.list.some((row) => renewWhile(row))) ||
      // An empty list has nothing that could jump.
      (arrived && state.data?.total === 0)
        ? renewChangingEvery
        : false),
  });
};

/** How many rows came since the newest one shown; none is asked for where that one is not in sight. */
export const useArrived = <Row>(
  {
    word,
    calls,
    arrived,
  }: Pick<ListRoom, 'word' | 'calls'> & {
    arrived?: (newest: Row) => Readonly<Record<string, unknown>>;
  },
  request: Readonly<Record<string, unknown>>,
  newest: Row | undefined,
): number => {
  const since = arrived && newest ? { ...request, ...arrived(newest), pageNum: 1, pageSize: 1 } : null;
  const answer = useQuery({
    queryKey: [word, 'arrived', since],
    queryFn: async ({ signal }) =>
      ((await call(calls.query, since as object, { signal, toast: false })) as Page<Row>).total,
    enabled: since !== null,
    refetchInterval: renewChangingEvery,
  });
  return answer.data ?? 0;
};

/** One record; null asks for nothing. */
export const useRecord = <Detail>(
  {
    word,
    calls,
    renewWhile,
    drawer,
  }: {
    word: string;
    calls: { get?: CallDeclaration };
    renewWhile?: (row: never) => boolean;
    drawer?: { renewEvery?: number };
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
      drawer?.renewEvery ??
      (renewWhile && state.data && renewWhile(state.data as never) ? renewChangingEvery : false),
  });
