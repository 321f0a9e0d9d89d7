/** 风、雨、温度 */
export const weather = {
  'weather.title': '天气',
  'weather.ofDock': '{name} 实测',
  'weather.outside': '外部天气（{provider}）',
  'weather.failure.timeout': '天气服务无应答',
  'weather.failure.unreachable': '天气服务无法访问',
  'weather.failure.status': '天气服务拒绝请求',
  'weather.failure.shape': '天气服务应答无法识别',
  'weather.windFrom': '风向（来自）',
  'weather.rain': '降雨',
  'weather.temperature': '气温',
  'weather.humidity': '湿度',
  'weather.unknown': '气象服务无数据：{reason}，上次数据：{age}',
  'weather.reason.server': '服务器无应答',
  'weather.reason.refused': '服务器未给出天气',
  'weather.reason.old': '机场没有新的测量值',
} as const;
