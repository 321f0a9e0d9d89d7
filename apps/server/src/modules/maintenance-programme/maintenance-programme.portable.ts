import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  maintenance_programme: {},
};
