import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  audit_log: { stays: 'installation' },
  audit_head: { stays: 'installation' },
};
