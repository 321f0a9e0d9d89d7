/** 遥控器 */
export const remoteController = {
  'remoteController.add': '新增遥控器',
  'remoteController.none': '还没有遥控器，请新增或导入。',
  'permission./DaJiHandle': '遥控器管理',
  'permission.controller:connect': '让遥控器接入',
  'auditLog.word.remoteController': '遥控器',
  'auditLog.verb.connect': '获取接入密码',
} as const;
