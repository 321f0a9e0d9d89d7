import { invitationCalls, type Invitation } from '@eyrie/domain';
import { DataTable, EmptyPage, loadStateOf, type DataColumns } from '@eyrie/ui';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useDeletion } from '../../platform/deletion.ts';
import { useFigures } from '../../platform/figures.ts';
import { RowAction } from '../../platform/row-action.tsx';
import { useText } from '../../platform/text.tsx';
import { useInvitationRemove, useInvitations } from './member.queries.ts';
import './people.css';

const useColumns = (onRemove: (one: Invitation) => void): DataColumns<Invitation> => {
  const text = useText();
  const figures = useFigures();
  return [
    {
      title: text('member.name'),
      width: 120,
      ellipsis: true,
      render: (_, { name }) => <bdi>{name || '–'}</bdi>,
    },
    {
      title: text('member.department'),
      width: 120,
      ellipsis: true,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
    { title: text('member.state'), width: 90, render: (_, { state }) => text(`member.inviteState.${state}`) },
    {
      title: text('member.inviteExpires'),
      width: 170,
      render: (_, { expiresAt }) => <bdi>{figures.time(expiresAt)}</bdi>,
    },
    {
      title: text('member.inviteBy'),
      width: 110,
      ellipsis: true,
      render: (_, { createdBy }) => <bdi>{createdBy}</bdi>,
    },
    {
      title: text('app.operations'),
      fixed: 'end',
      width: 90,
      render: (_, one) => (
        <Allowed call={invitationCalls.remove} record={one}>
          <RowAction
            icon="trash"
            danger
            label={text('member.inviteWithdraw')}
            onClick={() => onRemove(one)}
          />
        </Allowed>
      ),
    },
  ];
};

/** Invitations of the organisation, and withdrawing them. */
export function InvitationList(): ReactNode {
  const text = useText();
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 });
  const list = useInvitations(page);
  const { data } = list;
  const remove = useDeletion(useInvitationRemove());
  const texts = { title: text('member.inviteWithdrawTitle'), done: text('member.inviteWithdrawn') };
  const columns = useColumns((one) => void remove([one.oid], texts));
  return (
    <div className="member-invitations">
      <DataTable<Invitation>
        label={text('member.inviteList')}
        dense
        columns={columns}
        rows={data?.list ?? []}
        rowKey={(one) => one.oid}
        load={loadStateOf(list)}
        minWidth={700}
        paging={{
          ...page,
          total: data?.total ?? 0,
          onPage: (pageNum, pageSize) => setPage({ pageNum, pageSize }),
        }}
        empty={<EmptyPage icon="person" sentence={text('member.inviteNone')} />}
      />
    </div>
  );
}
