import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  speaker_sound: { files: ['object_key'] },
};
