import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  webhook: { stays: 'secret' },
  webhook_delivery: { stays: 'running' },
};
