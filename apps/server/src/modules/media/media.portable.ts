import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  media: { files: ['object_key', 'thumbnail_key'] },
  media_comment: { through: { column: 'media_oid', tables: ['media'] } },
  media_first: { stays: 'running' },
  media_retention: {},
  storage_quota: {},
};
