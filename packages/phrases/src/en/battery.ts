import type { battery as source } from '../zh-CN/battery.ts';
import type { Translation } from '../words.ts';

export const battery: Translation<typeof source> = {
  'battery.percent': 'Charge',
  'battery.storedDays': 'Days stored nearly full',
  'battery.add': 'Add a battery',
  'battery.none':
    'No batteries yet. An aircraft that comes online brings its own; you can also add or import them.',
  'permission./BatteryAdmin': 'Battery management',
  'auditLog.word.battery': 'Battery',
  'battery.spread': 'Voltage spread in its aircraft',
  'battery.spreadHint':
    'The highest less the lowest voltage of the batteries in one aircraft; devices report no voltages of single cells',
  'battery.replaceSoon': 'Replace soon',
  'battery.replaceAny': 'To be replaced or not',
  'battery.replaceNot': 'No limit of a rule is reached',
  'battery.replaceRule': '“{programme}”: {rule} from {limit} on',
  'battery.replaceRules':
    'A battery is to be replaced soon when any of these is met: {rules}. Set in the maintenance programmes.',
  'battery.replaceNoRules':
    'No rule says yet when a battery is to be replaced; a maintenance programme for batteries can.',
  'battery.replaceMet': '“{programme}”: {rule} from {limit} on, now {used}',
  'battery.storeMode': 'Storage mode',
  'battery.storeMode.plan': '{dock}: planned storage, held at {from}–{to}%',
  'battery.storeMode.standby': '{dock}: emergency storage, held at {from}–{to}%',
  'battery.storeSet': 'Set it on the dock',
  'battery.trend': 'Trend',
  'battery.trendNone':
    'Nothing was kept in this time; a battery that is heard of is kept at most once an hour',
  'battery.trendDays': 'Last {days} days',
  'battery.trendSummary': '{figure}: from {first} to {last}, lowest {min}, highest {max}, {count} points',
  'battery.trendTable': 'As a table',
  'detail.key.replaceSoon': 'Replace soon',
};
