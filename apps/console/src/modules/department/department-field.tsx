import type { ReactNode } from 'react';
import type { OwnField } from '../../platform/list/index.ts';
import { DepartmentSelect } from './department-select.tsx';

/**
 * The choice of a department, as a field of a form.
 * @param name of the one that is chosen at first
 * @param mayBeNone the choice can be taken back
 */
export const departmentField =
  (name?: string, mayBeNone = false) =>
  ({ id, value, onChange }: OwnField): ReactNode => (
    <DepartmentSelect
      id={id}
      value={typeof value === 'string' && value !== '' ? value : null}
      {...(name === undefined ? {} : { valueName: name })}
      allowClear={mayBeNone}
      onChange={(oid) => {
        if (oid || mayBeNone) onChange(oid);
      }}
    />
  );
