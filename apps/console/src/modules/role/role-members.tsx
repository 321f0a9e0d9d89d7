import { limits, roleCalls, type RoleRecord } from '@eyrie/domain';
import { EmptyPage, FilterRow, Icon, useConfirm } from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { tablePage, useListAddress } from '../../platform/paging.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { AddMembers, type AddMembersProps } from './add-members.tsx';
import { PeopleTable } from './people-table.tsx';
import { useRemoveMembers, useRoleMembers } from './role.queries.ts';

const filterNames = ['who'] as const;

export interface RoleMembersProps extends Pick<AddMembersProps, 'Departments'> {
  role: RoleRecord;
}

interface Ticked {
  chosen: ReadonlySet<string>;
  /** Told after those who were chosen have gone. */
  onGone: () => void;
}

/** Takes the role from those who are ticked, after asking. */
function RemoveButton({ role, chosen, onGone }: Ticked & { role: RoleRecord }): ReactNode {
  const text = useText();
  const confirm = useConfirm();
  const remove = useRemoveMembers();
  const removeChosen = async (): Promise<void> => {
    const count = chosen.size;
    // Nobody chosen is refused as the server does: it has the words for it.
    const agreed =
      count === 0 ||
      (await confirm({
        title: text('role.removeTitle', { name: role.name, count }),
        verb: text('role.remove'),
        danger: true,
      }));
    if (!agreed) return;
    const callbacks = {
      onSuccess: () => {
        onGone();
        showToast('success', text('role.removedMembers', { count }));
      },
    };
    remove.mutate({ roleOID: role.oid, userOIDs: [...chosen] }, callbacks);
  };
  return (
    <Allowed call={roleCalls.removeMembers} record={role}>
      <Button
        danger
        loading={remove.isPending}
        disabled={chosen.size > limits.role.membersAtOnce}
        onClick={() => void removeChosen()}
      >
        {text('role.removeMembers')}
      </Button>
    </Allowed>
  );
}

/** Who holds a role; people are added and removed here. */
export function RoleMembers({ role, Departments }: RoleMembersProps): ReactNode {
  const text = useText();
  const address = useListAddress(filterNames);
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { who } = address.values;
  const list = useRoleMembers({
    roleOID: role.oid,
    pageNum: address.pageNum,
    pageSize: address.pageSize,
    ...(who ? { keyword: who } : {}),
  });
  return (
    <div className="role-members">
      <FilterRow onReset={address.any ? address.reset : undefined}>
        <SearchBox
          label={text('role.memberSearch')}
          value={who}
          onChange={(next) => address.set({ who: next })}
        />
        <span className="role-space" />
        <RemoveButton role={role} chosen={chosen} onGone={() => setChosen(new Set())} />
        <Allowed call={roleCalls.addMembers} record={role}>
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
            {text('role.addMembers')}
          </Button>
        </Allowed>
      </FilterRow>
      <PeopleTable
        label={text('role.membersOf', { name: role.name })}
        chosen={chosen}
        onChoose={setChosen}
        {...tablePage(list, address)}
        empty={
          <EmptyPage icon="person" sentence={text(address.any ? 'role.noMembersFound' : 'role.noMembers')} />
        }
      />
      {adding ? <AddMembers role={role} Departments={Departments} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
