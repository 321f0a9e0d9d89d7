import type { battery as source } from '../zh-CN/battery.ts';
import type { Translation } from '../words.ts';

export const battery: Translation<typeof source> = {
  'battery.percent': 'Charge',
  'battery.cycles': 'Cycles',
  'battery.voltage': 'Voltage',
  'battery.temperature': 'Temperature',
  'battery.storedDays': 'Days stored nearly full',
  'battery.add': 'Add a battery',
  'battery.none':
    'No batteries yet. An aircraft that comes online brings its own; you can also add or import them.',
  'permission./BatteryAdmin': 'Battery management',
  'auditLog.word.battery': 'Battery',
};
