/** Names of the commands that a dock takes. */
export const command = {
  'command.startJob': '开始飞行',
  'command.forceEndJob': '结束飞行',
  'command.flightPause': '暂停航线',
  'command.flightResume': '继续航线',
  'command.returnHome': '返航',
  'command.returnHomeCancel': '取消返航',
  'command.hover': '悬停',
  'command.startLive': '开始直播',
  'command.stopLive': '停止直播',
  'command.switchQuality': '切换清晰度',
  'command.leaseOverride': '强制接管',
} as const;
