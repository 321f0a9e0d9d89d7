import { loadStateOf, NoChoices } from '@eyrie/ui';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { useDepartmentRoles, useGrantableRoles } from './member.queries.ts';

export interface RoleSelectProps {
  id: string;
  groupOID: string;
  value: readonly string[];
  /** Roles held already: they stay nameable although the member may not give them. */
  held?: readonly { oid: string; name: string }[];
  onChange: (oids: string[]) => void;
}

const none: readonly { oid: string; name: string }[] = [];

/** Roles that reach a department. Those that grant more than the member has cannot be chosen. */
export function RoleSelect({ id, groupOID, value, held = none, onChange }: RoleSelectProps): ReactNode {
  const text = useText();
  const answer = useDepartmentRoles(groupOID);
  const grants = useGrantableRoles();
  const { data: grantable } = grants;
  const load = loadStateOf(answer, grants);
  const roles = answer.data ?? [];
  const names = new Map([...held, ...roles].map((role) => [role.oid, role.name]));
  const options = [...names].map(([oid, label]) => ({
    value: oid,
    label,
    disabled: !value.includes(oid) && !grantable?.some((role) => role.oid === oid),
  }));
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      loading={load.kind === 'loading'}
      notFoundContent={<NoChoices state={load} />}
      value={[...value]}
      options={options}
      optionFilterProp="label"
      placeholder={text('member.roles')}
      onChange={onChange}
      // The library takes Tab for a click on the role that was chosen last, which takes it back without a word.
      onInputKeyDown={(event) => {
        if (event.key === 'Tab') event.stopPropagation();
      }}
    />
  );
}
