/** 云台 */
export const gimbal = {
  'gimbal.type': '云台类型',
  'gimbal.type.visible': '可见光',
  'gimbal.type.visibleThermal': '可见光加热成像',
  'gimbal.type.multispectral': '多光谱',
  'gimbal.type.mapping': '测绘',
  'gimbal.type.lidar': '激光雷达',
  'gimbal.type.other': '其他',
  'gimbal.status': '设备状态',
  'gimbal.status.normal': '正常',
  'gimbal.status.abnormal': '异常',
  'gimbal.add': '新增云台',
  'gimbal.none': '还没有云台：无人机上线后会自动发现，也可以新增或导入。',
  'permission./PTZAdmin': '云台管理',
  'auditLog.word.gimbal': '云台',
} as const;
