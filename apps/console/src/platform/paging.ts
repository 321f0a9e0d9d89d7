import { limits } from '@eyrie/domain';
import { loadStateOf, type Answer } from '@eyrie/ui';
import { useState } from 'react';
import { useFilters, type Filters } from './filters.ts';

const pagingNames = ['page', 'size'] as const;

export interface ListAddress<Names extends string> extends Filters<Names> {
  pageNum: number;
  pageSize: number;
  onPage: (pageNum: number, pageSize: number) => void;
}

const whole = (text: string, least: number, most: number, otherwise: number): number => {
  const value = Number(text);
  return Number.isInteger(value) && value >= least && value <= most ? value : otherwise;
};

/** Filters and page of a list, all in the address. A changed filter goes back to the first page. */
export const useListAddress = <Names extends string>(names: readonly Names[]): ListAddress<Names> => {
  const filters = useFilters(names);
  const paging = useFilters(pagingNames);
  const first = { page: '' } as unknown as Partial<Record<Names, string>>;
  return {
    ...filters,
    set: (changes) => filters.set({ ...changes, ...first }),
    reset: () =>
      filters.set({
        ...(Object.fromEntries(names.map((name) => [name, ''])) as Record<Names, string>),
        ...first,
      }),
    pageNum: whole(paging.values.page, 1, 100_000, 1),
    pageSize: whole(paging.values.size, 1, limits.list.pageSizeMax, limits.list.pageSizeDefault),
    onPage: (pageNum, pageSize) =>
      paging.set({
        page: pageNum === 1 ? '' : String(pageNum),
        size: pageSize === limits.list.pageSizeDefault ? '' : String(pageSize),
      }),
  };
};

/** The same for a list within a dialog, which leaves the address to the page. */
export const useLocalAddress = (names: readonly string[]): ListAddress<string> => {
  const begun = { pageNum: 1, pageSize: limits.list.pageSizeDefault as number };
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [page, setPage] = useState(begun);
  const first = (): void => setPage(({ pageSize }) => ({ pageSize, pageNum: 1 }));
  return {
    ...page,
    values: Object.fromEntries(names.map((name) => [name, values[name] ?? ''])),
    any: names.some((name) => values[name]),
    set: (changes) => {
      setValues((before) => ({ ...before, ...(changes as Record<string, string>) }));
      first();
    },
    reset: () => {
      setValues({});
      first();
    },
    onPage: (pageNum, pageSize) => setPage({ pageNum, pageSize }),
  };
};

/** What a list's table takes of the address and of the answer: rows, what they are worth, and the way on. */
export const tablePage = <Row>(
  answer: Answer & { data: { list: Row[]; total: number; totalMore?: true | undefined } | undefined },
  { pageNum, pageSize, onPage }: Pick<ListAddress<never>, 'pageNum' | 'pageSize' | 'onPage'>,
) => ({
  rows: answer.data?.list ?? [],
  load: loadStateOf(answer),
  paging: { pageNum, pageSize, total: answer.data?.total ?? 0, more: answer.data?.totalMore, onPage },
});
