export { DepartmentForm, type DepartmentTask } from './department-form.tsx';
export { DepartmentMove } from './department-move.tsx';
export { DepartmentMatches } from './department-search.tsx';
export { DepartmentSelect } from './department-select.tsx';
export { DepartmentTree } from './department-tree.tsx';
export { useDepartment, useTopDepartments, useTreeRenewal } from './department.queries.ts';
export { DepartmentRemoveRefused, refusedRemoval, type RefusedRemoval } from './remove-refused.tsx';
