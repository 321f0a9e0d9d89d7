export { RemoveRefused, inTheWay, type InTheWay } from './remove-refused.tsx';
export { RoleDetail, type RoleActions } from './role-detail.tsx';
export { RoleForm, type RoleTask } from './role-form.tsx';
export { RoleMatrixView } from './role-matrix.tsx';
export { RoleTree } from './role-tree.tsx';
export { useRoles, useRolesRenewal } from './role.queries.ts';
