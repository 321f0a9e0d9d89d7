/** What a member is told by the server. Arguments: dock. */
export const notification = {
  'notification.controlLostInFlight': '对机场 {dock} 的控制在飞行中丢失：飞行器继续执行自身的计划',
  'notification.dockTwin': '另一台设备冒用机场 {dock} 的身份，已被拒绝',
  'notification.open': '打开监控',
  'notification.seen': '知道了',
} as const;
