import {
  nameIn,
  nameLanguageOf,
  noticeCalls,
  noticeStates,
  type NoticeRecord,
  type NoticeState,
} from '@eyrie/domain';
import {
  DataTable,
  EmptyPage,
  FilterChoice,
  FilterRow,
  Icon,
  StateSymbol,
  useConfirm,
  type DataColumns,
  type DeviceState,
} from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useLanguage } from '../../platform/language.ts';
import { tablePage, useListAddress } from '../../platform/paging.ts';
import { RowAction } from '../../platform/row-action.tsx';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { NoticeForm, type NoticeFormTarget } from './notice-form.tsx';
import { useNoticeEnd, useNotices } from './notice.queries.ts';
import './operation.css';

const filterNames = ['state'] as const;
const looks: Readonly<Record<NoticeState, DeviceState>> = {
  planned: 'attention',
  current: 'live',
  over: 'offline',
};

const useEnding = () => {
  const text = useText();
  const confirm = useConfirm();
  const end = useNoticeEnd();
  return async ({ oid, state }: NoticeRecord): Promise<void> => {
    const planned = state === 'planned';
    const title = text(planned ? 'operation.notice.callOffTitle' : 'operation.notice.endTitle');
    const verb = text(planned ? 'operation.notice.callOff' : 'operation.notice.end');
    if (await confirm({ title, verb, danger: true }))
      end.mutate(oid, { onSuccess: () => showToast('success', text('operation.notice.ended')) });
  };
};

const useActions = (edit: (record: NoticeRecord) => void): DataColumns<NoticeRecord>[number] => {
  const text = useText();
  const end = useEnding();
  return {
    title: text('app.operations'),
    fixed: 'end',
    width: 100,
    render: (_, record) => (
      <>
        <Allowed call={noticeCalls.edit} record={record}>
          <RowAction icon="edit" label={text('operation.notice.editTitle')} onClick={() => edit(record)} />
        </Allowed>
        <Allowed call={noticeCalls.end} record={record}>
          <RowAction
            icon="stop"
            danger
            label={text(record.state === 'planned' ? 'operation.notice.callOff' : 'operation.notice.end')}
            onClick={() => void end(record)}
          />
        </Allowed>
      </>
    ),
  };
};

const useColumns = (edit: (record: NoticeRecord) => void): DataColumns<NoticeRecord> => {
  const text = useText();
  const figures = useFigures();
  const own = nameLanguageOf(useLanguage((state) => state.language));
  const actions = useActions(edit);
  return [
    {
      title: text('operation.notice.state'),
      width: 120,
      render: (_, { state }) => (
        <StateSymbol state={looks[state]} word={text(`operation.notice.state.${state}`)} />
      ),
    },
    {
      title: text('operation.notice.kind'),
      width: 120,
      render: (_, { kind }) => text(`operation.notice.kind.${kind}`),
    },
    {
      title: text('operation.notice.scope'),
      fold: 2,
      width: 150,
      render: (_, { scope }) => text(`operation.notice.scope.${scope}`),
    },
    {
      title: text('operation.notice.text'),
      ellipsis: true,
      render: (_, { texts }) => {
        const { name, language } = nameIn(texts, own);
        return (
          <bdi lang={language} dir="auto" title={name}>
            {name}
          </bdi>
        );
      },
    },
    {
      title: text('operation.notice.from'),
      width: 180,
      render: (_, { from }) => <bdi>{figures.time(from)}</bdi>,
    },
    {
      title: text('operation.notice.until'),
      width: 180,
      render: (_, { until, endedAt }) => <bdi>{figures.time(Math.min(until, endedAt ?? until))}</bdi>,
    },
    {
      title: text('operation.notice.by'),
      fold: 3,
      width: 140,
      ellipsis: true,
      render: (_, { createdBy }) =>
        createdBy ? <bdi>{createdBy.name}</bdi> : text('operation.notice.operators'),
    },
    actions,
  ];
};

/** The ways to announce something: to one's own organisation, and for operators to all. */
function Beginnings({ begin }: { begin: (target: NoticeFormTarget) => void }): ReactNode {
  const text = useText();
  const plus = <Icon name="plus" size={16} />;
  return (
    <>
      <Allowed call={noticeCalls.add}>
        <Button
          type="primary"
          icon={plus}
          onClick={() => begin({ kind: 'announcement', scope: 'organisation', record: null })}
        >
          {text('operation.notice.add')}
        </Button>
      </Allowed>
      <Allowed call={noticeCalls.addForAll}>
        <Button icon={plus} onClick={() => begin({ kind: 'announcement', scope: 'instance', record: null })}>
          {text('operation.notice.addForAll')}
        </Button>
        <Button
          icon={<Icon name="clock" size={16} />}
          onClick={() => begin({ kind: 'maintenance', scope: 'instance', record: null })}
        >
          {text('operation.notice.addMaintenance')}
        </Button>
      </Allowed>
    </>
  );
}

/** Everything that was announced, and what can still be changed of it. */
export function NoticeList(): ReactNode {
  const text = useText();
  const [target, setTarget] = useState<NoticeFormTarget | null>(null);
  const columns = useColumns((record) => setTarget({ record }));
  const address = useListAddress(filterNames);
  const state = noticeStates.find((value) => value === address.values.state);
  const list = useNotices({
    pageNum: address.pageNum,
    pageSize: address.pageSize,
    ...(state ? { state } : {}),
  });
  return (
    <div className="tabbed-list">
      <p className="operation-hint">{text('operation.notice.hint')}</p>
      <FilterRow onReset={address.any ? address.reset : undefined}>
        <FilterChoice
          label={text('operation.notice.anyState')}
          value={state ?? null}
          options={noticeStates.map((value) => ({ value, label: text(`operation.notice.state.${value}`) }))}
          onChange={(next) => address.set({ state: next })}
        />
        <Beginnings begin={setTarget} />
      </FilterRow>
      <div className="tabbed-list-body">
        <DataTable<NoticeRecord>
          label={text('operation.tab.notice')}
          columns={columns}
          rowKey={(row) => row.oid}
          minWidth={1180}
          {...tablePage(list, address)}
          empty={
            <EmptyPage
              icon="bell"
              sentence={text(address.any ? 'operation.notice.noneFound' : 'operation.notice.none')}
            />
          }
        />
      </div>
      {target ? <NoticeForm target={target} onClose={() => setTarget(null)} /> : null}
    </div>
  );
}
