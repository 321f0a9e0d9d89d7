/** What devices say about themselves. */
export const deviceHealth = {
  'deviceHealth.title': '设备日志',
} as const;
