import { sessionCalls, type SessionRecord } from '@eyrie/domain';
import { DataTable, EmptyPage, FilterRow, type DataColumns } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { tablePage, useListAddress } from '../../platform/paging.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { useSessionColumns } from './session-columns.tsx';
import { useOnline } from './session.queries.ts';
import { useSessionEnding } from './use-session-ending.ts';
import './session.css';

const filterNames = ['keyword'] as const;

const useColumns = (onEnd: (session: SessionRecord) => void): DataColumns<SessionRecord> => {
  const text = useText();
  const where = useSessionColumns(onEnd);
  return [
    {
      title: text('session.member'),
      width: 200,
      ellipsis: true,
      render: (_, { name, account }) => (
        <>
          <bdi>{name}</bdi> <bdi className="session-account">{account}</bdi>
        </>
      ),
    },
    {
      title: text('session.department'),
      fold: 3,
      width: 150,
      ellipsis: true,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
    ...where,
  ];
};

/** Who is signed in now, with search and remote sign-out. */
export function OnlineList(): ReactNode {
  const text = useText();
  const end = useSessionEnding();
  const columns = useColumns((session) => void end(session));
  const address = useListAddress(filterNames);
  const { keyword } = address.values;
  const list = useOnline({
    pageNum: String(address.pageNum),
    pageSize: String(address.pageSize),
    ...(keyword ? { keyword } : {}),
  });
  return (
    <div className="tabbed-list">
      <FilterRow onReset={address.any ? address.reset : undefined}>
        <SearchBox
          label={text('session.search')}
          value={keyword}
          onChange={(next) => address.set({ keyword: next })}
        />
      </FilterRow>
      <div className="tabbed-list-body">
        <DataTable<SessionRecord>
          label={text('session.online')}
          query={sessionCalls.online.path}
          columns={columns}
          rowKey={(session) => session.oid}
          dense
          minWidth={1170}
          {...tablePage(list, address)}
          empty={<EmptyPage icon="person" sentence={text('session.noneFound')} />}
        />
      </div>
    </div>
  );
}
