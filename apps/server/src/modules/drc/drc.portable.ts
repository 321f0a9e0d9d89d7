import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  drc_account: { stays: 'secret' },
  drc_code: { stays: 'secret' },
};
