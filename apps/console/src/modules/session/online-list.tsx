import { limits, sessionCalls } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { listRoom, ListView } from '../../platform/list/index.ts';
import { endSession } from './session-actions.ts';
import { sessionColumns } from './session-columns.tsx';
import './session.css';

const onlineList = listRoom({
  word: 'session',
  title: 'session.online',
  icon: 'person',
  calls: { query: sessionCalls.online },
  // People come and go.
  renewEvery: limits.session.onlineEvery,
  filters: { keyword: { kind: 'search', label: 'session.search' } },
  none: 'session.noneFound',
  noneFound: 'session.noneFound',
  nameOf: ({ name }) => name,
  dense: true,
  minWidth: 1170,
  actionsWidth: 90,
  columns: ({ text, figures }) => [
    {
      title: text('field.member'),
      width: 200,
      ellipsis: true,
      render: (_, { name, account }) => (
        <>
          <bdi>{name}</bdi> <bdi className="ey-muted">{account}</bdi>
        </>
      ),
    },
    {
      title: text('field.department'),
      fold: 3,
      width: 150,
      ellipsis: true,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
    ...sessionColumns(text, figures),
  ],
  actions: [endSession],
});

/** Who is signed in now, with search and remote sign-out. */
export function OnlineList(): ReactNode {
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      <ListView tab room={onlineList} />
    </div>
  );
}
