import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  command: { without: { session_oid: null, nonce_hash: null, tab_id: null } },
  challenge: { stays: 'secret' },
};
