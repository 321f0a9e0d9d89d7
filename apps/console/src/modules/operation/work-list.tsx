import { backgroundStates, operationCalls, workKinds, type WorkRecord } from '@eyrie/domain';
import { DataTable, EmptyPage, FilterChoice, FilterRow, useConfirm, type DataColumns } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { tablePage, useListAddress } from '../../platform/paging.ts';
import { RowAction } from '../../platform/row-action.tsx';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { sizeText } from './figure-text.ts';
import { useWork, useWorkCancel, useWorkRetry } from './operation.queries.ts';
import { WorkProgress, WorkState } from './work-state.tsx';
import './operation.css';

const filterNames = ['state', 'kind'] as const;

/** What came of work, in a few words. */
function Outcome({ work }: { work: WorkRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (work.error && work.state !== 'done') return <bdi dir="ltr">{work.error}</bdi>;
  const { result } = work;
  if (!result) return figures.amount(null);
  if (work.kind === 'auditVerify')
    return result.whole === true
      ? text('operation.work.verdict.whole', { rows: Number(result.rows) })
      : text('operation.work.verdict.broken', { place: Number(result.brokenAt) });
  const size = typeof result.size === 'number' ? ` (${sizeText(result.size, figures, text)})` : '';
  return <bdi dir="ltr">{`${typeof result.name === 'string' ? result.name : ''}${size}`}</bdi>;
}

const useActions = () => {
  const text = useText();
  const confirm = useConfirm();
  const retry = useWorkRetry();
  const cancel = useWorkCancel();
  return {
    retry: (work: WorkRecord) =>
      retry.mutate(work.oid, { onSuccess: () => showToast('success', text('operation.work.retried')) }),
    cancel: async (work: WorkRecord) => {
      const kind = text(`operation.work.kind.${work.kind}`);
      const title = text('operation.work.cancelTitle', { kind });
      if (!(await confirm({ title, verb: text('operation.work.cancel'), danger: true }))) return;
      cancel.mutate(work.oid, { onSuccess: () => showToast('success', text('operation.work.cancelled')) });
    },
  };
};

/** What may be done with work, in its row. */
const useOperations = (): DataColumns<WorkRecord>[number] => {
  const text = useText();
  const actions = useActions();
  return {
    title: text('app.operations'),
    fixed: 'end',
    width: 100,
    render: (_, work) => (
      <>
        <Allowed call={operationCalls.workRetry} record={work}>
          <RowAction
            icon="refresh"
            label={text('operation.work.retry')}
            onClick={() => actions.retry(work)}
          />
        </Allowed>
        <Allowed call={operationCalls.workCancel} record={work}>
          <RowAction
            icon="stop"
            danger
            label={text('operation.work.cancel')}
            onClick={() => void actions.cancel(work)}
          />
        </Allowed>
      </>
    ),
  };
};

const useColumns = (): DataColumns<WorkRecord> => {
  const text = useText();
  const figures = useFigures();
  const operations = useOperations();
  return [
    {
      title: text('operation.work.kind'),
      width: 170,
      render: (_, { kind }) => text(`operation.work.kind.${kind}`),
    },
    { title: text('operation.work.state'), width: 120, render: (_, work) => <WorkState work={work} /> },
    { title: text('operation.work.progress'), width: 160, render: (_, work) => <WorkProgress work={work} /> },
    {
      title: text('operation.work.owner'),
      fold: 3,
      width: 130,
      ellipsis: true,
      render: (_, { owner }) => (owner ? <bdi>{owner.name}</bdi> : text('operation.work.instance')),
    },
    {
      title: text('operation.work.created'),
      fold: 1,
      width: 180,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
    {
      title: text('operation.work.ended'),
      fold: 2,
      width: 180,
      render: (_, { endedAt }) => <bdi>{figures.time(endedAt)}</bdi>,
    },
    { title: text('operation.work.attempts'), fold: 4, width: 90, align: 'end', dataIndex: 'attempts' },
    {
      title: text('operation.work.result'),
      width: 300,
      ellipsis: true,
      render: (_, work) => <Outcome work={work} />,
    },
    operations,
  ];
};

/** Background work with its progress, and the way to try it again or to stop it. */
export function WorkList(): ReactNode {
  const text = useText();
  const columns = useColumns();
  const address = useListAddress(filterNames);
  const state = backgroundStates.find((value) => value === address.values.state);
  const kind = workKinds.find((value) => value === address.values.kind);
  const list = useWork({
    pageNum: address.pageNum,
    pageSize: address.pageSize,
    ...(state ? { state } : {}),
    ...(kind ? { kind } : {}),
  });
  return (
    <div className="tabbed-list">
      <FilterRow onReset={address.any ? address.reset : undefined}>
        <FilterChoice
          label={text('operation.work.anyState')}
          value={state ?? null}
          options={backgroundStates.map((value) => ({ value, label: text(`operation.work.state.${value}`) }))}
          onChange={(next) => address.set({ state: next })}
        />
        <FilterChoice
          label={text('operation.work.anyKind')}
          width={190}
          value={kind ?? null}
          options={workKinds.map((value) => ({ value, label: text(`operation.work.kind.${value}`) }))}
          onChange={(next) => address.set({ kind: next })}
        />
      </FilterRow>
      <div className="tabbed-list-body">
        <DataTable<WorkRecord>
          label={text('operation.tab.work')}
          columns={columns}
          rowKey={(work) => work.oid}
          minWidth={1440}
          {...tablePage(list, address)}
          empty={
            <EmptyPage
              icon="pulse"
              sentence={text(address.any ? 'operation.work.noneFound' : 'operation.work.none')}
            />
          }
        />
      </div>
    </div>
  );
}
