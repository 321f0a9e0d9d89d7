/** Units behind a figure. */
export const unit = {
  'unit.metre': 'm',
  'unit.kilometre': 'km',
  'unit.metrePerSecond': 'm/s',
  'unit.second': '秒',
  'unit.minute': '分',
  'unit.hour': '小时',
  'unit.percent': '%',
  'unit.degree': '°',
  'unit.celsius': '°C',
  'unit.volt': 'V',
  'unit.kilobyte': 'KB',
  'unit.megabyte': 'MB',
  'unit.gigabyte': 'GB',
  'unit.kilobytePerSecond': 'KB/s',
  'unit.millisecond': 'ms',
} as const;
