import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  drone: {},
  flight_correction: { through: { column: 'drone_oid', tables: ['drone'] } },
};
