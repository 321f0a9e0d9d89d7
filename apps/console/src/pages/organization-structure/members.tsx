import { departmentCalls, memberCalls, type DepartmentRecord, type MemberRecord } from '@eyrie/domain';
import { FilterRow, Icon } from '@eyrie/ui';
import { Button, Checkbox, Select } from 'antd';
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
import { useListAddress } from '../../platform/paging.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { departmentField } from './department-field.tsx';
import { MoveMembers } from './move-members.tsx';
import { useMemberDeeds } from './use-member-deeds.ts';

const filterNames = ['keyword', 'state', 'role'] as const;
const belowName = ['below'] as const;

function Filters({
  address,
  groupOID,
}: {
  address: ReturnType<typeof useListAddress<'keyword' | 'state' | 'role'>>;
  groupOID: string;
}) {
  const text = useText();
  const below = useFilters(belowName);
  const { data: roles } = useDepartmentRoles(groupOID);
  const { keyword, state, role } = address.values;
  return (
    <FilterRow onReset={address.any ? address.reset : undefined}>
      <SearchBox
        label={text('member.search')}
        value={keyword}
        onChange={(next) => address.set({ keyword: next })}
      />
      <Select<string>
        allowClear
        aria-label={text('member.state')}
        placeholder={text('member.anyState')}
        style={{ inlineSize: 130 }}
        value={state || null}
        options={(['enabled', 'disabled'] as const).map((value) => ({
          value,
          label: text(`member.state.${value}`),
        }))}
        onChange={(next: string | undefined) => address.set({ state: next ?? '' })}
      />
      <Select<string>
        allowClear
        aria-label={text('member.roles')}
        placeholder={text('member.anyRole')}
        style={{ inlineSize: 170 }}
        value={role || null}
        options={(roles ?? []).map((one) => ({ value: one.oid, label: one.name }))}
        onChange={(next: string | undefined) => address.set({ role: next ?? '' })}
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

/** People of a department, with everything that may be done with them. */
export function Members({ department, adding, onAdd, onAdded }: MembersProps): ReactNode {
  const text = useText();
  const address = useListAddress(filterNames);
  const below = useFilters(belowName);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<MemberRecord | null>(null);
  const [moving, setMoving] = useState(false);
  const { keyword, state, role } = address.values;
  const { data, isPending } = useMembers(
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
  const rows = data?.list ?? [];
  const chosen = rows.filter((member) => selected.has(member.oid));
  const clear = (): void => setSelected(new Set());
  const deeds = useMemberDeeds(clear);
  const form = adding ? null : editing;
  return (
    <>
      <Filters address={address} groupOID={department.oid} />
      <Bulk
        members={chosen}
        onEnable={(enabled) => void deeds.enable(chosen, enabled)}
        onMove={() => setMoving(true)}
        onRemove={() => void deeds.remove(chosen)}
        onClear={clear}
      />
      <div className="organization-list">
        <MemberTable
          rows={rows}
          loading={isPending}
          filtered={address.any}
          begin={
            <Allowed call={memberCalls.save}>
              <Button type="primary" onClick={onAdd}>
                {text('member.add')}
              </Button>
            </Allowed>
          }
          paging={{ ...address, total: data?.total ?? 0 }}
          selected={selected}
          onSelect={setSelected}
          highlighted={editing?.oid ?? null}
          onEdit={setEditing}
          onEnable={(member) => void deeds.enable([member], !member.enabled)}
          onReset={(member) => void deeds.reset(member)}
          onAuthenticator={(member) => void deeds.removeAuthenticator(member)}
          onRemove={(member) => void deeds.remove([member])}
        />
      </div>
      {adding || editing ? (
        <MemberForm
          key={form?.oid ?? 'new'}
          member={form}
          groupOID={department.oid}
          groupName={department.name}
          department={departmentField}
          onClose={() => {
            setEditing(null);
            onAdded();
          }}
          onDone={(saved) => {
            setEditing(null);
            onAdded();
            if (saved.initialPassword) deeds.tell(saved.name, saved.initialPassword);
          }}
        />
      ) : null}
      {moving ? (
        <MoveMembers
          members={chosen}
          onClose={() => setMoving(false)}
          onDone={() => {
            setMoving(false);
            clear();
          }}
        />
      ) : null}
      {deeds.secret ? <SecretDialog {...deeds.secret} onClose={deeds.forget} /> : null}
    </>
  );
}
