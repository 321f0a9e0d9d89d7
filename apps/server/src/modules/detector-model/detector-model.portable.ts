import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  detector_model: { files: ['object_key'] },
  detector_model_run: {},
  detector_model_picture: {},
  // What goes on while flights are in the air.
  detector_model_live: { stays: 'running' },
};
