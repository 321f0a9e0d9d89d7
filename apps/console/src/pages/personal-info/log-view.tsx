import type { UseQueryResult } from '@tanstack/react-query';
import { Drawer, Loaded, loadStateOf, type LoadState, type Paging } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useFilters } from '../../platform/filters.ts';
import type { ListAddress } from '../../platform/paging.ts';
import { mayLeave } from '../../platform/leaving.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { DockChoice } from './log-filters.tsx';
import { numberOf, oidOf } from './log-tools.tsx';

/** What every log can be filtered by. */
export const commonNames = ['keyword', 'from', 'to', 'dock'] as const;
type Common = (typeof commonNames)[number];

/** The common filters as the server takes them. */
export const commonFilters = (values: Readonly<Record<Common, string>>) => ({
  keyword: values.keyword,
  from: numberOf(values.from),
  to: numberOf(values.to),
  dockOID: oidOf(values.dock),
});

/** Where each of the logs begins its filters: a word and a dock. */
export function WordAndDock({
  address: { values, set },
  label,
}: {
  address: Pick<ListAddress<Common>, 'values' | 'set'>;
  label: string;
}): ReactNode {
  return (
    <>
      <SearchBox label={label} value={values.keyword} onChange={(keyword) => set({ keyword })} />
      <DockChoice value={values.dock} onChange={(dock) => set({ dock })} />
    </>
  );
}

export interface LogTableState<Row> {
  rows: readonly Row[];
  load: LoadState;
  filtered: boolean;
  word: string;
  open: string | null;
  paging: Paging;
  onShowNew: () => void;
  onOpen: (row: Row) => void;
}

const openName = ['open'] as const;

/**
 * A log behind its table: the rows of the page in the address, and the record that is open.
 * @param timeOf the time by which the log is in order, epoch ms
 */
export const useLogView = <Row extends { oid: string }>(
  rows: UseQueryResult<{ list: Row[]; total: number }>,
  address: ListAddress<Common>,
  timeOf: (row: Row) => number,
): {
  table: LogTableState<Row>;
  /** Time of the newest row shown; null where the newest are not in sight. */
  newest: number | null;
  close: () => void;
} => {
  const opened = useFilters(openName);
  const { pageNum, pageSize, onPage } = address;
  const { pathname } = useLocation();
  const list = rows.data?.list ?? [];
  /** A note that was typed and not saved is asked about before its record goes. */
  const show = async (open: string): Promise<void> => {
    if (await mayLeave(pathname)) opened.set({ open });
  };
  return {
    table: {
      rows: list,
      load: loadStateOf(rows),
      filtered: address.any,
      word: address.values.keyword,
      open: oidOf(opened.values.open) ?? null,
      paging: { pageNum, pageSize, onPage, total: rows.data?.total ?? 0 },
      onShowNew: () => {
        if (pageNum !== 1) onPage(1, pageSize);
        void rows.refetch();
      },
      onOpen: ({ oid }) => void show(oid),
    },
    newest: pageNum === 1 && list[0] ? timeOf(list[0]) : null,
    close: () => void show(''),
  };
};

export interface LogDrawerProps {
  /** The record that is open; null: none. */
  oid: string | null;
  /** What devices call it. */
  code: string | null | undefined;
  footer?: ReactNode;
  onClose: () => void;
  load: LoadState;
  /** Missing while it is being fetched. */
  children: ReactNode;
}

/** One record of a log beside its list. */
export function LogDrawer({ oid, code, footer, onClose, load, children }: LogDrawerProps): ReactNode {
  return (
    <Drawer
      open={oid !== null}
      width={520}
      title={<bdi dir="ltr">{code ?? ''}</bdi>}
      onClose={onClose}
      footer={footer}
    >
      <Loaded state={load}>{() => children}</Loaded>
    </Drawer>
  );
}
