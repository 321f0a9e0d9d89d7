import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  member: { without: { password_hash: '-' } },
  member_role: { through: { column: 'member_oid', tables: ['member'] } },
  member_licence: {},
  member_licence_scan: { files: ['object_key'] },
  member_licence_reminder: { through: { column: 'licence_oid', tables: ['member_licence'] } },
  authenticator: { stays: 'secret' },
  recovery_code: { stays: 'secret' },
  invitation: { stays: 'secret' },
};
