import type { AuditRecord } from '@eyrie/domain';
import { DataTable, EmptyPage, type DataColumns } from '@eyrie/ui';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useListAddress } from '../../platform/paging.ts';
import { useText } from '../../platform/text.tsx';
import { AuditDrawer } from './audit-drawer.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditFilterRow, filterNames, type AuditAddress } from './audit-filters.tsx';
import { useAuditLog, type AuditFilters } from './audit-log.queries.ts';
import { ChainCheck } from './chain-check.tsx';
import { useDeedText } from './deed-text.ts';
import './audit-log.css';

/** The filters of the address as the call takes them. */
const requestOf = ({ values }: AuditAddress): Omit<AuditFilters, 'pageNum' | 'pageSize'> => ({
  ...(values.keyword ? { keyword: values.keyword } : {}),
  ...(values.from ? { from: Number(values.from) } : {}),
  ...(values.until ? { until: Number(values.until) } : {}),
  ...(values.member ? { memberOID: values.member } : {}),
  ...(values.dock ? { dockOID: values.dock } : {}),
  ...(values.action ? { action: values.action } : {}),
  ...(values.outcome ? { outcome: values.outcome } : {}),
});

const useColumns = (): DataColumns<AuditRecord> => {
  const text = useText();
  const figures = useFigures();
  const deed = useDeedText();
  return [
    { title: text('auditLog.time'), width: 180, render: (_, { at }) => <bdi>{figures.time(at)}</bdi> },
    {
      title: text('auditLog.member'),
      width: 150,
      ellipsis: true,
      render: (_, { member }) => (member ? <bdi>{member.name}</bdi> : text('auditLog.server')),
    },
    {
      title: text('auditLog.action'),
      width: 200,
      ellipsis: true,
      render: (_, { action }) => deed.action(action),
    },
    {
      title: text('auditLog.outcome'),
      width: 120,
      ellipsis: true,
      render: (_, { outcome }) => deed.outcome(outcome),
    },
    {
      title: text('auditLog.dock'),
      width: 150,
      ellipsis: true,
      render: (_, { dock }) => (dock ? <bdi>{dock.name}</bdi> : figures.amount(null)),
    },
    {
      title: text('auditLog.address'),
      width: 140,
      ellipsis: true,
      render: (_, { address }) => <bdi dir="ltr">{address ?? figures.amount(null)}</bdi>,
    },
    {
      title: text('auditLog.detail'),
      ellipsis: true,
      render: (_, { detail }) => <bdi dir="ltr">{JSON.stringify(detail)}</bdi>,
    },
  ];
};

/** The log of the organisation: filters, newest first, each row with everything it says, and the check of the chain. */
export function AuditList(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const columns = useColumns();
  const address = useListAddress(filterNames);
  const [open, setOpen] = useState<AuditRecord | null>(null);
  const filters = requestOf(address);
  const { data, isPending } = useAuditLog({
    pageNum: address.pageNum,
    pageSize: address.pageSize,
    ...filters,
  });
  return (
    <div className="tabbed-list">
      <div className="audit-head">
        <ChainCheck />
        <AuditExport filters={filters} />
      </div>
      <AuditFilterRow address={address} rows={data?.list ?? []} />
      {data?.searchedSince ? (
        <p className="audit-note">
          {text('auditLog.searchedSince', { time: figures.time(data.searchedSince) })}
        </p>
      ) : null}
      <div className="tabbed-list-body">
        <DataTable<AuditRecord>
          label={text('auditLog.title')}
          columns={columns}
          rows={data?.list ?? []}
          rowKey={(row) => String(row.place)}
          loading={isPending}
          highlighted={open ? String(open.place) : null}
          onOpen={setOpen}
          dense
          minWidth={1240}
          paging={{ ...address, total: data?.total ?? 0 }}
          empty={
            <EmptyPage icon="list" sentence={text(address.any ? 'auditLog.noneFound' : 'auditLog.none')} />
          }
        />
      </div>
      <AuditDrawer
        row={open}
        onClose={() => setOpen(null)}
        onOnly={(only) => address.set({ member: only.member ?? '', dock: only.dock ?? '' })}
      />
    </div>
  );
}
