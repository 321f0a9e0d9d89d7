import { departmentCalls, memberCalls, type DepartmentRecord, type MemberRecord } from '@eyrie/domain';
import { FilterChoice, FilterRow, Icon, loadStateOf } from '@eyrie/ui';
import { Button, Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  MemberForm,
  MemberTable,
  SecretDialog,
  useDepartmentRoles,
  useMembers,
} from '../../modules/member/administration/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useFilters } from '../../platform/filters.ts';
import { tablePage, useListAddress, type ListAddress } from '../../platform/paging.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { departmentField } from './department-field.tsx';
import { MoveMembers } from './move-members.tsx';
import { useMemberActions } from './use-member-actions.ts';

const filterNames = ['keyword', 'state', 'role'] as const;
const belowName = ['below'] as const;
type Address = ListAddress<(typeof filterNames)[number]>;

function Filters({ address, groupOID }: { address: Address; groupOID: string }): ReactNode {
  const text = useText();
  const below = useFilters(belowName);
  const roles = useDepartmentRoles(groupOID);
  const { keyword, state, role } = address.values;
  return (
    <FilterRow onReset={address.any ? address.reset : undefined}>
      <SearchBox
        label={text('member.search')}
        value={keyword}
        onChange={(next) => address.set({ keyword: next })}
      />
      <FilterChoice
        label={text('member.state')}
        any={text('member.anyState')}
        width={130}
        value={state}
        options={(['enabled', 'disabled'] as const).map((value) => ({
          value,
          label: text(`member.state.${value}`),
        }))}
        onChange={(next) => address.set({ state: next })}
      />
      <FilterChoice
        label={text('member.roles')}
        any={text('member.anyRole')}
        width={170}
        value={role}
        load={loadStateOf(roles)}
        options={(roles.data ?? []).map((one) => ({ value: one.oid, label: one.name }))}
        onChange={(next) => address.set({ role: next })}
      />
      <Checkbox
        checked={below.values.below !== 'no'}
        onChange={({ target }) => {
          below.set({ below: target.checked ? '' : 'no' });
          address.onPage(1, address.pageSize);
        }}
      >
        {text('member.below')}
      </Checkbox>
    </FilterRow>
  );
}

interface BulkProps {
  members: readonly MemberRecord[];
  onEnable: (enabled: boolean) => void;
  onMove: () => void;
  onRemove: () => void;
  onClear: () => void;
}

function Bulk({ members, onEnable, onMove, onRemove, onClear }: BulkProps): ReactNode {
  const text = useText();
  if (members.length === 0) return null;
  return (
    <div className="organization-bulk" role="toolbar" aria-label={text('member.title')}>
      <span>{text('member.selected', { count: members.length })}</span>
      <Allowed call={departmentCalls.moveMembers}>
        <Button size="small" onClick={onMove}>
          {text('member.move')}
        </Button>
      </Allowed>
      <Allowed call={memberCalls.setEnabled}>
        <Button size="small" onClick={() => onEnable(true)}>
          {text('member.enable')}
        </Button>
        <Button size="small" onClick={() => onEnable(false)}>
          {text('member.disable')}
        </Button>
      </Allowed>
      <Allowed call={memberCalls.remove}>
        <Button size="small" danger onClick={onRemove}>
          {text('member.delete')}
        </Button>
      </Allowed>
      <Button size="small" type="text" icon={<Icon name="close" size={14} />} onClick={onClear}>
        {text('member.clearSelection')}
      </Button>
    </div>
  );
}

export interface MembersProps {
  department: DepartmentRecord;
  /** The form of a new member is wanted. */
  adding: boolean;
  /** Opens it from the empty list. */
  onAdd: () => void;
  onAdded: () => void;
}

/** The department's people, as filters and page of the address want them. */
const useRows = (department: DepartmentRecord, address: Address) => {
  const below = useFilters(belowName);
  const { keyword, state, role } = address.values;
  const list = useMembers(
    {
      oid: department.oid,
      below: below.values.below !== 'no',
      pageNum: address.pageNum,
      pageSize: address.pageSize,
      ...(keyword ? { keyword } : {}),
      ...(state === '' ? {} : { enabled: state === 'enabled' }),
      ...(role ? { roleOID: role } : {}),
    },
    true,
  );
  return {
    ...tablePage(list, address),
    filtered: address.any,
  };
};

/** What stands in the row of one member. */
const rowActions = (actions: ReturnType<typeof useMemberActions>) => ({
  onEnable: (member: MemberRecord) => void actions.enable([member], !member.enabled),
  onReset: (member: MemberRecord) => void actions.reset(member),
  onAuthenticator: (member: MemberRecord) => void actions.removeAuthenticator(member),
  onRemove: (member: MemberRecord) => void actions.remove([member]),
});

interface DialogsProps {
  department: DepartmentRecord;
  /** Whose form is open; null: of somebody new, undefined: none. */
  form: MemberRecord | null | undefined;
  /** Who is to be moved; null: nobody. */
  moving: readonly MemberRecord[] | null;
  actions: ReturnType<typeof useMemberActions>;
  onFormClosed: () => void;
  onMoveClosed: () => void;
  onMoved: () => void;
}

function Dialogs({ department, form, moving, actions, ...on }: DialogsProps): ReactNode {
  return (
    <>
      {form === undefined ? null : (
        <MemberForm
          key={form?.oid ?? 'new'}
          member={form}
          groupOID={department.oid}
          groupName={department.name}
          department={departmentField}
          onClose={on.onFormClosed}
          onDone={(saved) => {
            on.onFormClosed();
            if (saved.initialPassword) actions.showSecret(saved.name, saved.initialPassword);
          }}
        />
      )}
      {moving ? <MoveMembers members={moving} onClose={on.onMoveClosed} onDone={on.onMoved} /> : null}
      {actions.secret ? <SecretDialog {...actions.secret} onClose={actions.forget} /> : null}
    </>
  );
}

/** People of a department, with everything that may be done with them. */
export function Members({ department, adding, onAdd, onAdded }: MembersProps): ReactNode {
  const text = useText();
  const address = useListAddress(filterNames);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<MemberRecord | null>(null);
  const [moving, setMoving] = useState(false);
  const list = useRows(department, address);
  const chosen = list.rows.filter((member) => selected.has(member.oid));
  const clear = (): void => setSelected(new Set());
  const actions = useMemberActions(clear);
  const begin = (
    <Allowed call={memberCalls.save}>
      <Button type="primary" onClick={onAdd}>
        {text('member.add')}
      </Button>
    </Allowed>
  );
  return (
    <>
      <Filters address={address} groupOID={department.oid} />
      <Bulk
        members={chosen}
        onEnable={(enabled) => void actions.enable(chosen, enabled)}
        onMove={() => setMoving(true)}
        onRemove={() => void actions.remove(chosen)}
        onClear={clear}
      />
      <div className="organization-list">
        <MemberTable
          {...list}
          {...rowActions(actions)}
          begin={begin}
          selected={selected}
          onSelect={setSelected}
          highlighted={editing?.oid ?? null}
          onEdit={setEditing}
        />
      </div>
      <Dialogs
        department={department}
        form={adding ? null : (editing ?? undefined)}
        moving={moving ? chosen : null}
        actions={actions}
        onFormClosed={() => {
          setEditing(null);
          onAdded();
        }}
        onMoveClosed={() => setMoving(false)}
        onMoved={() => {
          setMoving(false);
          clear();
        }}
      />
    </>
  );
}
