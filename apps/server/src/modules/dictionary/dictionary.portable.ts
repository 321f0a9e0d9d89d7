import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  dictionary_group: {},
  dictionary_code: {},
};
