import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  notification: {},
  notification_preference: { through: { column: 'member_oid', tables: ['member'] } },
};
