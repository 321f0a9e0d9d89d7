import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  map_share: { stays: 'secret' },
  map_share_viewer: { stays: 'running' },
};
