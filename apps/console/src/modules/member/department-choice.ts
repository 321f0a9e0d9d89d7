import type { ReactNode } from 'react';

/** Draws the choice of a department, which belongs to another room. */
export type DepartmentChoice = (field: {
  id: string;
  value: string;
  /** Of the value, until its department is known. */
  name: string;
  onChange: (oid: string) => void;
}) => ReactNode;
