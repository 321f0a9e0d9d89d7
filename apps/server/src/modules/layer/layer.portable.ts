import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  layer: { without: { access_key: null }, files: ['object_key', 'source_key'] },
  layer_content: { through: { column: 'layer_oid', tables: ['layer'] } },
  layer_file: { through: { column: 'layer_oid', tables: ['layer'] } },
  layer_choice: { through: { column: 'member_oid', tables: ['member'] } },
  layer_mosaic: {},
  layer_mosaic_photo: {
    through: { column: 'flight_oid', tables: ['layer_mosaic'], key: 'flight_oid' },
    files: ['thumbnail_key'],
  },
  // Tasks of the engine that this installation asks; the layers that they became leave as layers.
  layer_photogrammetry: { stays: 'running' },
  layer_photogrammetry_output: { stays: 'running' },
};
