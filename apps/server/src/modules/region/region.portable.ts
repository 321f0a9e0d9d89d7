import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  region: { geometry: 'geometry' },
  flight_area_dock: { stays: 'running' },
};
