import type { unit as source } from '../zh-CN/unit.ts';
import type { Translation } from '../words.ts';

export const unit: Translation<typeof source> = {
  'unit.millimetre': 'مم',
  'unit.metre': 'م',
  'unit.kilometre': 'كم',
  'unit.metrePerSecond': 'م/ث',
  'unit.foot': 'قدم',
  'unit.mile': 'ميل',
  'unit.milePerHour': 'ميل/س',
  'unit.second': 'ث',
  'unit.minute': 'د',
  'unit.hour': 'س',
  'unit.day': 'يوم',
  'unit.percent': '%',
  'unit.degree': '°',
  'unit.celsius': '°م',
  'unit.volt': 'فولت',
  'unit.kilobyte': 'ك.ب',
  'unit.megabyte': 'م.ب',
  'unit.gigabyte': 'ج.ب',
  'unit.kilobytePerSecond': 'ك.ب/ث',
  'unit.millisecond': 'م.ث',
};
