import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  device_health: {},
  device_exception: {},
  device_message: { stays: 'installation' },
  unusable_message: { stays: 'installation' },
};
