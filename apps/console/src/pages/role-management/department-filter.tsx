import type { ReactNode } from 'react';

export interface DepartmentFilterProps {
  value: string | null;
  onChange: (oid: string | null) => void;
}

/** Narrows people to a department and below. */
export function DepartmentFilter(_props: DepartmentFilterProps): ReactNode {
  return null;
}
