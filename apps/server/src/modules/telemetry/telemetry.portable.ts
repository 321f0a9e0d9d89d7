import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  dock_snapshot: { through: { column: 'dock_oid', tables: ['dock'] } },
  dock_telemetry: { through: { column: 'dock_oid', tables: ['dock'] } },
  dock_history: { through: { column: 'dock_oid', tables: ['dock'] } },
  drone_telemetry: { through: { column: 'drone_oid', tables: ['drone'] } },
  live_credential: { stays: 'secret' },
};
