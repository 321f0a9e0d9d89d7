import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  route: { files: ['object_key'] },
  route_version: { through: { column: 'route_oid', tables: ['route'] }, files: ['origin_key', 'object_key'] },
  route_favourite: { through: { column: 'route_oid', tables: ['route'] } },
  route_recording: { stays: 'running' },
  route_template: {},
};
