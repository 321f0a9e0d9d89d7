import type { gate as source } from '../zh-CN/gate.ts';
import type { Translation } from '../words.ts';

export const gate: Translation<typeof source> = {
  'gate.battery': 'Aircraft battery',
  'gate.wind': 'Wind',
  'gate.rain': 'Rain',
  'gate.positioning': 'Positioning',
  'gate.home': 'Home point',
  'gate.storage': 'Storage',
  'gate.dockIdle': 'Dock idle',
  'gate.cover': 'Cover',
  'gate.putter': 'Push rods',
  'gate.health': 'Health alarms',
  'gate.maintenance': 'Maintenance',
  'gate.insurance': 'Insurance',
  'gate.returnAltitude': 'Return altitude',
  'gate.lostAction': 'Lost-link behaviour',
  'gate.region': 'Flight region',
  'gate.route': 'Route file',
  'gate.otherFlight': 'Other flight',
  'gate.clock': 'Clock difference',
  'gate.dataAge': 'Age of the data',
  'gate.emergencyStop': 'Emergency stop',
  'gate.verdict.ok': 'Passed',
  'gate.verdict.warn': 'Warning',
  'gate.verdict.bad': 'Failed',
  'gate.verdict.unknown': 'Unknown',
};
