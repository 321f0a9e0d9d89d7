import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  dock: { without: { secret_hash: '\\x0000000000000000000000000000000000000000000000000000000000000000' } },
};
