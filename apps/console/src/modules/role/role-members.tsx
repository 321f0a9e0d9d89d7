import { roleCalls, type RoleRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { listRoom, ListView } from '../../platform/list/index.ts';
import { AddMembers, type AddMembersProps } from './add-members.tsx';
import { personColumns } from './person-columns.tsx';

export interface RoleMembersProps extends Pick<AddMembersProps, 'Departments'> {
  role: RoleRecord;
}

const holderList = ({ role, Departments }: RoleMembersProps) =>
  listRoom({
    word: 'role',
    also: ['member'],
    within: { roleOID: role.oid },
    title: 'role.members',
    icon: 'person',
    calls: { query: roleCalls.members },
    filters: {
      who: { kind: 'search', label: 'role.memberSearch', asks: (keyword) => ({ keyword }) },
    },
    none: 'role.noMembers',
    noneFound: 'role.noMembersFound',
    nameOf: ({ name }) => name,
    begin: {
      icon: 'plus',
      label: 'role.addMembers',
      call: roleCalls.addMembers,
      record: role,
      run: ({ dialog }) =>
        dialog({
          title: 'role.addMembers',
          bare: true,
          content: (onClose) => <AddMembers {...{ role, Departments, onClose }} />,
        }),
    },
    actionsWidth: 0,
    columns: ({ text }) => personColumns(text),
    actions: [],
    bulk: [
      {
        icon: 'trash',
        label: 'role.removeMembers',
        danger: true,
        call: roleCalls.removeMembers,
        because: 'role.untouchable',
        // Nobody chosen is refused as the server does: it has the words for it.
        always: true,
        run: (people, { change, text, clear }) => {
          const count = people.length;
          const request = { roleOID: role.oid, userOIDs: people.map(({ oid }) => oid) };
          const title = text('role.removeTitle', { name: role.name, count });
          change({
            call: roleCalls.removeMembers,
            request,
            done: ['role.removedMembers', { count }],
            ...(count === 0 ? {} : { ask: { title, verb: text('role.remove') } }),
            after: clear,
          });
        },
      },
    ],
  });

/** Who holds a role; people are added and removed here. */
export function RoleMembers(props: RoleMembersProps): ReactNode {
  return (
    <div className="role-members">
      <ListView tab room={holderList(props)} />
    </div>
  );
}
