import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  control_lease: { stays: 'running' },
};
