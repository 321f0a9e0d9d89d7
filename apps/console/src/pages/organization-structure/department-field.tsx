import type { ReactNode } from 'react';
import { DepartmentSelect } from '../../modules/department/index.ts';

/** The choice of a department inside a form of another room. */
export const departmentField = (field: {
  id: string;
  value: string;
  name: string;
  onChange: (oid: string) => void;
}): ReactNode => (
  <DepartmentSelect
    id={field.id}
    value={field.value}
    valueName={field.name}
    onChange={(oid) => {
      if (oid) field.onChange(oid);
    }}
  />
);
