import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  appearance: {},
  appearance_image: { files: ['object_key'] },
  map_tiles: { files: ['object_key'] },
  map_tile: { through: { column: 'tiles_id', tables: ['map_tiles'], key: 'id' } },
};
