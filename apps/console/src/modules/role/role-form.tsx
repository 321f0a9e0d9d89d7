import { limits, roleCalls, roleTypes, type RoleRecord, type RoleType } from '@eyrie/domain';
import { Radio, Select } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { RecordForm, type OwnField, type RecordFormRoom } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';

/** What a dialog about one role is for. */
export type RoleTask =
  | { kind: 'add'; type: RoleType; parentOID: string | null }
  | { kind: 'edit'; role: RoleRecord }
  | { kind: 'copy'; role: RoleRecord };

/** Draws the choice of a department. */
type DepartmentChoice = ComponentType<{
  value: string | null;
  onChange: (oid: string | null) => void;
  placeholder?: string;
}>;

export interface RoleFormProps {
  task: RoleTask;
  /** Groups into which a role can be put. */
  groups: readonly RoleRecord[];
  Departments: DepartmentChoice;
  onClose: () => void;
  onDone: (role: RoleRecord) => void;
}

/** Kind of a new role, each with what it is for. */
function TypeField({ value, onChange }: OwnField): ReactNode {
  const text = useText();
  return (
    <Radio.Group
      value={value}
      onChange={({ target }) => onChange(target.value as RoleType)}
      vertical
      options={roleTypes
        .filter((type) => type !== 'group')
        .map((one) => ({
          value: one,
          label: `${text(`role.type.${one}`)} – ${text(`role.type.${one}Hint`)}`,
        }))}
    />
  );
}

function GroupField({ id, value, onChange, groups }: OwnField & Pick<RoleFormProps, 'groups'>): ReactNode {
  const text = useText();
  return (
    <Select
      id={id}
      value={typeof value === 'string' ? value : ''}
      options={[
        { value: '', label: text('role.noGroup') },
        ...groups.map((group) => ({ value: group.oid, label: group.name })),
      ]}
      onChange={(next) => onChange(next || null)}
    />
  );
}

function DepartmentField({
  value,
  onChange,
  Departments,
}: OwnField & Pick<RoleFormProps, 'Departments'>): ReactNode {
  const text = useText();
  return (
    <Departments
      value={typeof value === 'string' ? value : null}
      placeholder={text('role.ownDepartment')}
      onChange={onChange}
    />
  );
}

const name = { label: 'role.name', required: true } as const;
const shared = {
  word: 'role',
  saved: 'role.saved',
  refusals: { nameTaken: 'name' },
  history: roleCalls.history,
} as const;

const formOf = (task: RoleTask, { groups, Departments }: RoleFormProps): RecordFormRoom => {
  if (task.kind === 'copy') return { ...shared, fields: { name: { ...name, hint: 'role.copyHint' } } };
  const adding = task.kind === 'add';
  const isGroup = (adding ? task : task.role).type === 'group';
  return {
    ...shared,
    fields: {
      name,
      ...(adding && !isGroup
        ? { type: { label: 'role.type', field: (field) => <TypeField {...field} /> } }
        : {}),
      ...(adding
        ? {
            groupOID: {
              label: 'role.department',
              hint: 'role.departmentHint',
              field: (field) => <DepartmentField {...field} Departments={Departments} />,
            },
          }
        : {}),
      ...(isGroup
        ? {}
        : {
            parentOID: { label: 'role.group', field: (field) => <GroupField {...field} groups={groups} /> },
          }),
      remark: { label: 'role.remark', lines: 2 },
    },
  };
};

/** Makes a role or a group, edits one, or copies a role. */
export function RoleForm(props: RoleFormProps): ReactNode {
  const { task, onClose, onDone } = props;
  const text = useText();
  const given = { form: formOf(task, props), onClose, onSaved: onDone };
  if (task.kind === 'add') {
    const { type, parentOID } = task;
    const isGroup = type === 'group';
    return (
      <RecordForm
        {...given}
        title={isGroup ? 'role.newGroup' : 'role.new'}
        call={roleCalls.save}
        begun={{ type, parentOID }}
        fixed={isGroup ? { type, parentOID } : {}}
      />
    );
  }
  const { role } = task;
  if (task.kind === 'edit')
    return (
      <RecordForm
        {...given}
        title={['role.editTitle', { name: role.name }]}
        call={roleCalls.save}
        record={role}
      />
    );
  return (
    <RecordForm
      {...given}
      title={['role.copyTitle', { name: role.name }]}
      call={roleCalls.copy}
      begun={{ name: text('role.copyName', { name: role.name }).slice(0, limits.role.nameMax) }}
      fixed={{ oid: role.oid }}
    />
  );
}
