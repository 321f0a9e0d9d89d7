import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  organisation: { without: { first: 'true' } },
  openid_provider: { stays: 'secret' },
  openid_start: { stays: 'running' },
  integration_key: { stays: 'secret' },
  spent_login_info: { stays: 'running' },
};
