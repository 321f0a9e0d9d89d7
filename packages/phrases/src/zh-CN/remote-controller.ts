/** 遥控器 */
export const remoteController = {
  'remoteController.add': '新增遥控器',
  'remoteController.none': '还没有遥控器，请新增或导入。',
  'permission./DaJiHandle': '遥控器管理',
  'auditLog.word.remoteController': '遥控器',
} as const;
