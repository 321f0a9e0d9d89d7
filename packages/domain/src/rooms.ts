/**
 * Every room of the product, in the order of the menu. A line here makes a room known: what a room says of itself stands
 * in its folders, and `node scripts/print-rooms.mjs` joins it into the lists that are printed (`*.generated.ts`).
 */
export const rooms = [
  'statistics',
  'dock',
  'connection',
  'device',
  'drone',
  'gimbal',
  'battery',
  'remote-controller',
  'robot',
  'maintenance-programme',
  'route',
  'task',
  'flight',
  'command',
  'video',
  'department',
  'member',
  'role',
  'session',
  'organisation',
  'device-health',
  'appearance',
  'dictionary',
  'audit-log',
  'operation',
  'notification',
  'lease',
  'telemetry',
] as const;
