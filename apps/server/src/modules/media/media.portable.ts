import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  media: {
    without: { playback_work: null, playback_fault: null },
    files: ['object_key', 'thumbnail_key', 'playback_key'],
  },
  media_comment: { through: { column: 'media_oid', tables: ['media'] } },
  media_first: { stays: 'running' },
  media_retention: {},
  storage_quota: {},
};
