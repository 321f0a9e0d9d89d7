/** 遥控器 */
export const remoteController = {
  'remoteController.add': '新增遥控器',
  'remoteController.none': '还没有遥控器，请新增或导入。',
  'permission./DaJiHandle': '遥控器管理',
  'permission.controller:connect': '让遥控器接入',
  'auditLog.word.remoteController': '遥控器',
  'auditLog.verb.connect': '获取接入密码',
  'permission./handShankMonitorSee': '遥控器监控',
  'command.controlRequest': '向飞手请求控制权',
  'command.controlRelease': '把控制权交还飞手',
  'auditLog.verb.controlRequest': '已请求飞手授权',
  'auditLog.verb.controlRelease': '已交还控制权',
  'refusal.consentMissing': '飞手尚未同意远程控制，指令未发送',
  'refusal.consentPending': '正在等待飞手答复',
  'refusal.consentRefused': '飞手拒绝了请求',
  'refusal.consentCanceled': '飞手取消了请求',
  'refusal.consentSilent': '飞手没有答复',
} as const;
