/** States of a command, from the click to the outcome. */
export const commandState = {
  'commandState.drafted': '已创建',
  'commandState.authorised': '已授权',
  'commandState.sent': '已发送',
  'commandState.accepted': '设备已接受',
  'commandState.in_progress': '执行中',
  'commandState.succeeded': '成功',
  'commandState.failed': '失败',
  'commandState.rejected': '设备拒绝',
  'commandState.expired': '已过期，未发送',
  'commandState.unknown': '结果未知',
  'commandState.mayStillRun': '设备未应答：指令仍可能被执行',
  'commandState.notShown': '设备未应答，结果未知；指令不会再被执行',
  'commandState.accepted_late': '延迟接受',
  'commandState.superseded': '已被取代',
  'commandState.percent': '执行中 {percent}%',
} as const;
