export { RemoveRefused, inTheWay, type InTheWay } from './remove-refused.tsx';
export { RoleDetail, type RoleActions } from './role-detail.tsx';
export { RoleForm } from './role-form.tsx';
export { RoleMatrixView } from './role-matrix.tsx';
export { RoleTree } from './role-tree.tsx';
export { useRoleRemove, useRoles } from './role.queries.ts';
export type { RoleTask } from './use-role-draft.ts';
