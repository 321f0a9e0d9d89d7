/** Departments: the tree of an organisation. */
export const department = {
  'department.title': '组织管理',
} as const;
