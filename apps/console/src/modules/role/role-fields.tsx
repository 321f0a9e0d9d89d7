import { limits, roleTypes, type RoleRecord, type RoleType } from '@eyrie/domain';
import { Form, Input, Radio, Select } from 'antd';
import { useId, type ComponentType, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import type { RoleFields } from './use-role-draft.ts';

interface FieldProps {
  fields: RoleFields;
  change: (part: Partial<RoleFields>) => void;
}

export function NameField({ fields, change, refusal }: FieldProps & { refusal: string | null }): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <Form.Item
      label={text('role.name')}
      htmlFor={id}
      required
      {...(refusal ? { validateStatus: 'error', help: refusal } : {})}
    >
      <Input
        id={id}
        data-autofocus
        value={fields.name}
        maxLength={limits.role.nameMax}
        onChange={({ target }) => change({ name: target.value })}
      />
    </Form.Item>
  );
}

/** Kind of a new role, each with what it is for. */
export function TypeField({ fields, change }: FieldProps): ReactNode {
  const text = useText();
  return (
    <Form.Item label={text('role.type')}>
      <Radio.Group
        value={fields.type}
        onChange={({ target }) => change({ type: target.value as RoleType })}
        vertical
        options={roleTypes
          .filter((type) => type !== 'group')
          .map((value) => ({
            value,
            label: `${text(`role.type.${value}`)} – ${text(`role.type.${value}Hint`)}`,
          }))}
      />
    </Form.Item>
  );
}

/** Draws the choice of a department. */
export type DepartmentChoice = ComponentType<{
  value: string | null;
  onChange: (oid: string | null) => void;
  placeholder?: string;
}>;

export function DepartmentField({
  fields,
  change,
  Departments,
}: FieldProps & { Departments: DepartmentChoice }): ReactNode {
  const text = useText();
  return (
    <Form.Item label={text('role.department')} extra={text('role.departmentHint')}>
      <Departments
        value={fields.groupOID}
        placeholder={text('role.ownDepartment')}
        onChange={(groupOID) => change({ groupOID })}
      />
    </Form.Item>
  );
}

export function GroupField({
  fields,
  change,
  groups,
}: FieldProps & { groups: readonly RoleRecord[] }): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <Form.Item label={text('role.group')} htmlFor={id}>
      <Select
        id={id}
        value={fields.parentOID ?? ''}
        options={[
          { value: '', label: text('role.noGroup') },
          ...groups.map((group) => ({ value: group.oid, label: group.name })),
        ]}
        onChange={(value) => change({ parentOID: value || null })}
      />
    </Form.Item>
  );
}

export function RemarkField({ fields, change }: FieldProps): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <Form.Item label={text('role.remark')} htmlFor={id}>
      <Input.TextArea
        id={id}
        value={fields.remark}
        maxLength={300}
        rows={2}
        onChange={({ target }) => change({ remark: target.value })}
      />
    </Form.Item>
  );
}
