import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  access_token: { stays: 'secret' },
};
