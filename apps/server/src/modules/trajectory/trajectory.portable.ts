import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  device_track: { through: { column: 'device_oid', tables: ['dock', 'drone', 'device'] } },
};
