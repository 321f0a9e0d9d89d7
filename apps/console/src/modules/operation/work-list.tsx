import {
  auditVerdict,
  backgroundStates,
  limits,
  operationCalls,
  workKinds,
  type AuditChain,
  type WorkRecord,
} from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { choices, listRoom, ListView } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { sizeText } from '../../platform/size-text.ts';
import { WorkProgress, WorkState } from './work-state.tsx';
import './operation.css';

/** Checks of earlier releases, which knew no other chain, name none. */
const brokenChains = (result: NonNullable<WorkRecord['result']>): { chain: AuditChain; place: number }[] => {
  const { success, data } = auditVerdict.shape.chains.safeParse(result.chains);
  return success
    ? data.flatMap(({ chain, brokenAt }) => (brokenAt === null ? [] : [{ chain, place: brokenAt }]))
    : [{ chain: 'general', place: Number(result.brokenAt) }];
};

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
      : brokenChains(result).map(({ chain, place }) => (
          <div key={chain}>
            {text('operation.work.verdict.broken', { chain: text(`auditLog.chain.${chain}`), place })}
          </div>
        ));
  const size = typeof result.size === 'number' ? ` (${sizeText(result.size, figures, text)})` : '';
  return <bdi dir="ltr">{`${typeof result.name === 'string' ? result.name : ''}${size}`}</bdi>;
}

const workList = listRoom({
  word: 'operation',
  title: 'operation.tab.work',
  icon: 'pulse',
  calls: { query: operationCalls.workQuery },
  filters: {
    state: {
      kind: 'choice',
      label: 'operation.work.state',
      any: 'list.anyState',
      options: choices(backgroundStates, 'operation.work.state'),
    },
    kind: {
      kind: 'choice',
      label: 'operation.work.kind',
      any: 'operation.work.anyKind',
      options: choices(workKinds, 'operation.work.kind'),
    },
  },
  none: 'operation.work.none',
  noneFound: 'operation.work.noneFound',
  nameOf: ({ oid }) => oid,
  renewEvery: limits.operation.pollEvery,
  minWidth: 1440,
  actionsWidth: 100,
  columns: ({ text, figures }) => [
    {
      title: text('operation.work.kind'),
      width: 170,
      render: (_, { kind }) => text(`operation.work.kind.${kind}`),
    },
    { title: text('operation.work.state'), width: 120, render: (_, work) => <WorkState work={work} /> },
    { title: text('field.progress'), width: 160, render: (_, work) => <WorkProgress work={work} /> },
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
  ],
  actions: [
    {
      icon: 'refresh',
      label: 'operation.work.retry',
      call: operationCalls.workRetry,
      because: 'operation.work.noRetry',
      run: ({ oid }, { change }) =>
        change({ call: operationCalls.workRetry, request: { oid }, done: 'operation.work.retried' }),
    },
    {
      icon: 'stop',
      label: 'operation.work.cancel',
      danger: true,
      call: operationCalls.workCancel,
      because: 'operation.work.noCancel',
      run: ({ oid, kind }, { change, text }) =>
        change({
          call: operationCalls.workCancel,
          request: { oid },
          done: 'operation.work.cancelled',
          ask: {
            title: text('operation.work.cancelTitle', { kind: text(`operation.work.kind.${kind}`) }),
            verb: text('operation.work.cancel'),
          },
        }),
    },
  ],
});

/** Background work with its progress, and the way to try it again or to stop it. */
export function WorkList(): ReactNode {
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      <ListView tab room={workList} />
    </div>
  );
}
