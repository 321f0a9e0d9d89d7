/** The five states that every device is shown in, and the age of a value. */
export const state = {
  'state.attention': '注意',
  'state.alarm': '告警',
  'state.offline': '离线',
  'state.notBound': '尚未绑定',
  'state.stale': '数据过旧',
  'state.lost': '链路中断',
  'state.unknown': '未知',
  'state.unknownSince': '自 {time} 起未知',
  'state.secondsAgo': '{seconds} 秒前',
  'state.minutesAgo': '{minutes} 分前',
  'state.hoursAgo': '{hours} 小时前',
  'state.lastSeen': '最后在线 {time}',
  'state.never': '从未收到数据',
} as const;
