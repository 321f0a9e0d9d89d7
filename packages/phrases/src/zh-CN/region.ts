/** 地图标注 */
export const region = {
  'permission.region:edit': '编辑地图标注',
  'auditLog.word.region': '地图标注',
  'refusal.regionsFull': '一个部门最多保留 {max} 个地图标注',
} as const;
