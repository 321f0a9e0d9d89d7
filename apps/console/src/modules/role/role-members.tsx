import { limits, roleCalls, type RoleRecord } from '@eyrie/domain';
import { EmptyPage, FilterRow, Icon, useConfirm } from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useListAddress } from '../../platform/paging.ts';
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

/** Who holds a role; people are added and removed here. */
export function RoleMembers({ role, Departments }: RoleMembersProps): ReactNode {
  const text = useText();
  const confirm = useConfirm();
  const address = useListAddress(filterNames);
  const remove = useRemoveMembers();
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { who } = address.values;
  const { data, isPending } = useRoleMembers({
    roleOID: role.oid,
    pageNum: address.pageNum,
    pageSize: address.pageSize,
    ...(who ? { keyword: who } : {}),
  });

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
    remove.mutate(
      { roleOID: role.oid, userOIDs: [...chosen] },
      {
        onSuccess: () => {
          setChosen(new Set());
          showToast('success', text('role.removedMembers', { count }));
        },
      },
    );
  };
  const addButton = (
    <Allowed call={roleCalls.addMembers} record={role}>
      <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
        {text('role.addMembers')}
      </Button>
    </Allowed>
  );
  return (
    <div className="role-members">
      <FilterRow onReset={address.any ? address.reset : undefined}>
        <SearchBox
          label={text('role.memberSearch')}
          value={who}
          onChange={(next) => address.set({ who: next })}
        />
        <span className="role-space" />
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
        {addButton}
      </FilterRow>
      <PeopleTable
        label={text('role.membersOf', { name: role.name })}
        rows={data?.list ?? []}
        loading={isPending}
        chosen={chosen}
        onChoose={setChosen}
        paging={{ ...address, total: data?.total ?? 0 }}
        empty={
          <EmptyPage icon="person" sentence={text(address.any ? 'role.noMembersFound' : 'role.noMembers')} />
        }
      />
      {adding ? <AddMembers role={role} Departments={Departments} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
