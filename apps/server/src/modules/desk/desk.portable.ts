import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  desk_note: {},
  desk_watch: { stays: 'running' },
};
