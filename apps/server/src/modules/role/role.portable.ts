import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  role: {},
  role_resource: { through: { column: 'role_oid', tables: ['role'] } },
};
