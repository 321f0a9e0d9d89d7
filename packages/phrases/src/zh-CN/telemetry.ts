/** Measured state of devices. */
export const telemetry = {
  'timer.telemetry.days': '按日划分并精简机场状态',
  'timer.telemetry.thin': '精简旧的遥测数据',
  'timer.telemetry.write': '写入遥测数据',
};
