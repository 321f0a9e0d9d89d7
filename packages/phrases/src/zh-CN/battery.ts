/** 电池 */
export const battery = {
  'battery.percent': '电量',
  'battery.cycles': '循环次数',
  'battery.voltage': '电压',
  'battery.temperature': '温度',
  'battery.storedDays': '高电量存放天数',
  'battery.add': '新增电池',
  'battery.none': '还没有电池：无人机上线后会自动发现，也可以新增或导入。',
  'permission./BatteryAdmin': '电池管理',
  'auditLog.word.battery': '电池',
} as const;
