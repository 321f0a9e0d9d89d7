import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  firmware_package: { files: ['object_key'] },
  firmware_upgrade: {},
  firmware_rollout: {},
  firmware_rollout_dock: { through: { column: 'rollout_oid', tables: ['firmware_rollout'] } },
};
