import type { ReactNode } from 'react';
import { DepartmentSelect } from '../../modules/department/index.ts';
import { useText } from '../../platform/text.tsx';

export interface DepartmentFilterProps {
  id?: string;
  value: string | null;
  onChange: (oid: string | null) => void;
  /** What no choice means; every department when not said. */
  placeholder?: string;
}

/** Chooses a department of the member's scope, or none. */
export function DepartmentFilter({ placeholder, ...rest }: DepartmentFilterProps): ReactNode {
  const text = useText();
  return (
    <DepartmentSelect
      {...rest}
      allowClear
      label={text('role.department')}
      placeholder={placeholder ?? text('role.anyDepartment')}
      width={220}
    />
  );
}
