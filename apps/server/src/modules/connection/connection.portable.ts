import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  dock_connection: { stays: 'installation' },
  binding_code: { stays: 'secret' },
};
