import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  flight: { files: ['object_key'] },
  flight_retention: {},
  flight_series: {},
  flight_turn: { through: { column: 'flight_oid', tables: ['flight'] } },
  flight_condition: { through: { column: 'flight_oid', tables: ['flight'] } },
  flight_approval: {},
  gate_waiver: {},
  flight_look: { through: { column: 'task_oid', tables: ['task'] } },
  wind_abort: {},
};
