/** Names of the roles that every organisation starts with. */
export const role = {
  'role.administrator': '组织管理员',
  'role.operator': '飞行操作员',
  'role.auditor': 'AI 审核员',
  'role.inspector': '巡检员',
  'role.leader': '领导',
} as const;
