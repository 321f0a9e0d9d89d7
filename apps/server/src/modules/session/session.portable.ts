import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  session: { stays: 'secret' },
  one_time_code: { stays: 'secret' },
  login_failure: { stays: 'running' },
  login_try: { stays: 'running' },
  captcha: { stays: 'running' },
  address_call: { stays: 'running' },
};
