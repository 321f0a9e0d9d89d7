import { nameIn, noticeCalls, noticeStates, nameLanguageOf, type NoticeState } from '@eyrie/domain';
import { Icon, StateSymbol, type DeviceState } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { currentLanguage } from '../../platform/language.ts';
import { choices, listRoom, ListView, type ListTools } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { NoticeForm, type NoticeFormTarget } from './notice-form.tsx';
import './operation.css';

const looks: Readonly<Record<NoticeState, DeviceState>> = {
  planned: 'attention',
  current: 'live',
  over: 'offline',
};

/** The form as a dialog of the list. */
const formOf = (target: NoticeFormTarget) => ({
  title: 'operation.notice.editTitle' as const,
  bare: true as const,
  content: (onClose: () => void) => <NoticeForm target={target} onClose={onClose} />,
});

/** What operators announce to all organisations. */
function BeginningsForAll({ begin }: { begin: (target: NoticeFormTarget) => void }): ReactNode {
  const text = useText();
  return (
    <Allowed call={noticeCalls.addForAll}>
      <Button
        icon={<Icon name="plus" size={16} />}
        onClick={() => begin({ kind: 'announcement', scope: 'instance', record: null })}
      >
        {text('operation.notice.addForAll')}
      </Button>
      <Button
        icon={<Icon name="clock" size={16} />}
        onClick={() => begin({ kind: 'maintenance', scope: 'instance', record: null })}
      >
        {text('operation.notice.addMaintenance')}
      </Button>
    </Allowed>
  );
}

const noticeList = listRoom({
  // As the strip above the page asks too: what changes is asked for in both places.
  word: 'notice',
  title: 'operation.tab.notice',
  icon: 'bell',
  hint: 'operation.notice.hint',
  calls: { query: noticeCalls.query },
  filters: {
    state: {
      kind: 'choice',
      label: 'operation.notice.anyState',
      any: 'operation.notice.anyState',
      options: choices(noticeStates, 'operation.notice.state'),
    },
  },
  none: 'operation.notice.none',
  noneFound: 'operation.notice.noneFound',
  nameOf: ({ oid }) => oid,
  begin: {
    icon: 'plus',
    label: 'operation.notice.add',
    call: noticeCalls.add,
    run: ({ dialog }) => dialog(formOf({ kind: 'announcement', scope: 'organisation', record: null })),
  },
  head: ({ dialog }) => <BeginningsForAll begin={(target) => dialog(formOf(target))} />,
  minWidth: 1180,
  actionsWidth: 100,
  columns: ({ text, figures }) => [
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
        const { name, language } = nameIn(texts, nameLanguageOf(currentLanguage()));
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
  ],
  actions: [
    {
      icon: 'edit',
      label: 'operation.notice.editTitle',
      call: noticeCalls.edit,
      because: 'operation.notice.noChange',
      run: (record, { dialog }) => dialog(formOf({ record })),
    },
    ...(['callOff', 'end'] as const).map((verb) => ({
      icon: 'stop' as const,
      label: `operation.notice.${verb}` as const,
      danger: true,
      call: noticeCalls.end,
      because: 'operation.notice.noChange' as const,
      fits: ({ state }: { state: NoticeState }) => (state === 'planned') === (verb === 'callOff'),
      run: ({ oid }: { oid: string }, { change, text }: Pick<ListTools<never>, 'change' | 'text'>) =>
        change({
          call: noticeCalls.end,
          request: { oid },
          done: 'operation.notice.ended',
          ask: { title: text(`operation.notice.${verb}Title`), verb: text(`operation.notice.${verb}`) },
        }),
    })),
  ],
});

/** Everything that was announced, and what can still be changed of it. */
export function NoticeList(): ReactNode {
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      <ListView tab room={noticeList} />
    </div>
  );
}
