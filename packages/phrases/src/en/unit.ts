import type { unit as source } from '../zh-CN/unit.ts';
import type { Translation } from '../words.ts';

export const unit: Translation<typeof source> = {
  'unit.millimetre': 'mm',
  'unit.metre': 'm',
  'unit.kilometre': 'km',
  'unit.metrePerSecond': 'm/s',
  'unit.foot': 'ft',
  'unit.mile': 'mi',
  'unit.milePerHour': 'mph',
  'unit.second': 's',
  'unit.minute': 'min',
  'unit.hour': 'h',
  'unit.day': 'd',
  'unit.percent': '%',
  'unit.degree': '°',
  'unit.celsius': '°C',
  'unit.volt': 'V',
  'unit.kilobyte': 'KB',
  'unit.megabyte': 'MB',
  'unit.gigabyte': 'GB',
  'unit.kilobytePerSecond': 'KB/s',
  'unit.millisecond': 'ms',
};
