import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  device: {},
  device_event: { through: { column: 'device_oid', tables: ['dock', 'drone', 'device'] } },
  device_report: { through: { column: 'device_oid', tables: ['dock', 'drone', 'device'] } },
  device_upkeep: { through: { column: 'device_oid', tables: ['dock', 'drone', 'device'] } },
  device_reminder: { through: { column: 'device_oid', tables: ['dock', 'drone', 'device'] } },
  battery_sample: { through: { column: 'device_oid', tables: ['dock', 'drone', 'device'] } },
};
