import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  pilot_credential: { stays: 'secret' },
  storage_credential: { stays: 'secret' },
};
