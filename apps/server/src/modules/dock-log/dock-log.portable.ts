import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  dock_log: { files: ['object_key'] },
  dock_log_listing: { through: { column: 'dock_oid', tables: ['dock'] } },
};
