/** Names of everything that can be granted: pages by address, actions by noun and verb. */
export const permission = {
  'permission.group.watch': '监控',
  'permission.group.fly': '飞行',
  'permission.group.zones': '临时区域',
  'permission.group.devices': '设备',
  'permission.group.organisation': '组织',
  'permission.group.settings': '设置',
} as const;
