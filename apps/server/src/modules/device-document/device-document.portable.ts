import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  device_document: { files: ['object_key'] },
  device_document_reminder: { through: { column: 'document_oid', tables: ['device_document'] } },
};
