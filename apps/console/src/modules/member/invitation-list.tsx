import { invitationCalls } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { listRoom, ListView, removeBy } from '../../platform/list/index.ts';
import './people.css';

const invitationList = listRoom({
  word: 'invitation',
  title: 'member.inviteList',
  icon: 'person',
  calls: { query: invitationCalls.query, remove: invitationCalls.remove },
  filters: {},
  none: 'member.inviteNone',
  noneFound: 'member.inviteNone',
  nameOf: ({ name, groupName }) => name || groupName,
  dense: true,
  minWidth: 700,
  actionsWidth: 90,
  columns: ({ text, figures }) => [
    {
      title: text('member.name'),
      width: 120,
      ellipsis: true,
      render: (_, { name }) => <bdi>{name || '–'}</bdi>,
    },
    {
      title: text('field.department'),
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
  ],
  actions: [removeBy(invitationCalls.remove, { label: 'member.inviteWithdraw' })],
  removal: { title: 'member.inviteWithdrawTitle', done: 'member.inviteWithdrawn' },
});

/** Invitations of the organisation, and withdrawing them. */
export function InvitationList(): ReactNode {
  return (
    <div className="member-invitations ey-stack">
      <ListView tab local room={invitationList} />
    </div>
  );
}
