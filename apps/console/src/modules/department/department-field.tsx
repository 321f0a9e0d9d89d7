import type { ReactNode } from 'react';
import type { OwnField } from '../../platform/list/index.ts';
import { DepartmentSelect } from './department-select.tsx';

/** The choice of a department, as a field of a form. @param name of the one that is chosen at first */
export const departmentField =
  (name?: string) =>
  ({ id, value, onChange }: OwnField): ReactNode => (
    <DepartmentSelect
      id={id}
      value={typeof value === 'string' && value !== '' ? value : null}
      {...(name === undefined ? {} : { valueName: name })}
      onChange={(oid) => {
        if (oid) onChange(oid);
      }}
    />
  );
