import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  upload: { stays: 'running' },
  upload_part: { stays: 'running' },
};
