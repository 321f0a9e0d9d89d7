import { auditLogCalls, type AuditRecord } from '@eyrie/domain';
import { DataTable, EmptyPage, type DataColumns } from '@eyrie/ui';
import { Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { DetailLine } from '../../platform/detail-facts.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useFilters } from '../../platform/filters.ts';
import { tablePage, useListAddress } from '../../platform/paging.ts';
import { useText } from '../../platform/text.tsx';
import { AuditDrawer } from './audit-drawer.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditFilterRow, filterNames, type AuditAddress } from './audit-filters.tsx';
import { callsOf, useAuditLog, type AuditFilters, type AuditOwner } from './audit-log.queries.ts';
import { ChainCheck } from './chain-check.tsx';
import { useActionText } from './action-text.ts';
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

const useColumns = (owner: AuditOwner): DataColumns<AuditRecord> => {
  const text = useText();
  const figures = useFigures();
  const actionText = useActionText();
  return [
    { title: text('auditLog.time'), width: 170, render: (_, { at }) => <bdi>{figures.time(at)}</bdi> },
    {
      title: text('auditLog.member'),
      fold: 0,
      hidden: owner === 'nobody',
      width: 130,
      ellipsis: true,
      render: (_, { member }) => (member ? <bdi>{member.name}</bdi> : text('auditLog.server')),
    },
    {
      title: text('auditLog.action'),
      width: 200,
      ellipsis: true,
      render: (_, { action }) => actionText.action(action),
    },
    {
      title: text('auditLog.outcome'),
      width: 120,
      ellipsis: true,
      render: (_, { outcome }) => actionText.outcome(outcome),
    },
    {
      title: text('auditLog.dock'),
      fold: 1,
      hidden: owner === 'nobody',
      width: 130,
      ellipsis: true,
      render: (_, { dock }) => (dock ? <bdi>{dock.name}</bdi> : figures.amount(null)),
    },
    {
      title: text('auditLog.address'),
      fold: 2,
      width: 120,
      ellipsis: true,
      render: (_, { address }) => <bdi dir="ltr">{address ?? figures.amount(null)}</bdi>,
    },
    {
      title: text('auditLog.detail'),
      ellipsis: { showTitle: false },
      render: (_, { detail, names }) => <DetailLine detail={detail} things={names} />,
    },
  ];
};

const ownerNames = ['of', 'page', ...filterNames] as const;

/** Whose log the address names. Rows of nobody are for those who operate the instance. */
const useOwner = (): [AuditOwner, (next: AuditOwner) => void] => {
  const { values, set } = useFilters(ownerNames);
  const may = useMay(auditLogCalls.queryUnowned);
  const none = Object.fromEntries(ownerNames.map((name) => [name, '']));
  return [
    may && values.of === 'nobody' ? 'nobody' : 'organisation',
    (next) => set({ ...none, of: next === 'nobody' ? next : '' }),
  ];
};

interface AuditHeadProps {
  owner: AuditOwner;
  /** Whether all of the organisation is shown; its chain is no matter of a department. */
  whole: boolean;
  onOwner: (next: AuditOwner) => void;
  filters: Omit<AuditFilters, 'pageNum' | 'pageSize'>;
}

/** Whose log it is, the check of its chain, and what may be taken away of it. */
function AuditHead({ owner, whole, onOwner, filters }: AuditHeadProps): ReactNode {
  const text = useText();
  return (
    <div className="audit-head">
      <Allowed call={auditLogCalls.queryUnowned}>
        <Segmented<AuditOwner>
          aria-label={text('auditLog.owner')}
          value={owner}
          options={[
            { value: 'organisation', label: text('auditLog.owner.organisation') },
            { value: 'nobody', label: text('auditLog.owner.nobody') },
          ]}
          onChange={onOwner}
        />
      </Allowed>
      {/* What was found about one chain says nothing about the other. */}
      {whole ? <ChainCheck key={owner} owner={owner} /> : null}
      {owner === 'organisation' ? <AuditExport filters={filters} /> : null}
    </div>
  );
}

/** The log of the organisation: filters, newest first, each row with everything it says, and the check of the chain. */
export function AuditList(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const address = useListAddress(filterNames);
  const [open, setOpen] = useState<AuditRecord | null>(null);
  const [owner, setOwner] = useOwner();
  const columns = useColumns(owner);
  const filters = requestOf(address);
  const list = useAuditLog(owner, {
    pageNum: address.pageNum,
    pageSize: address.pageSize,
    ...filters,
  });
  return (
    <div className="tabbed-list">
      <AuditHead owner={owner} whole={list.data?.whole !== false} onOwner={setOwner} filters={filters} />
      <AuditFilterRow owner={owner} address={address} rows={list.data?.list ?? []} />
      {list.data?.whole === false ? <p className="audit-note">{text('auditLog.scoped')}</p> : null}
      {list.data?.searchedSince ? (
        <p className="audit-note">
          {text('auditLog.searchedSince', { time: figures.time(list.data.searchedSince) })}
        </p>
      ) : null}
      <div className="tabbed-list-body">
        <DataTable<AuditRecord>
          label={text('auditLog.title')}
          query={callsOf[owner].query.path}
          columns={columns}
          rowKey={(row) => String(row.place)}
          highlighted={open ? String(open.place) : null}
          onOpen={setOpen}
          dense
          minWidth={owner === 'organisation' ? 1100 : 840}
          {...tablePage(list, address)}
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
