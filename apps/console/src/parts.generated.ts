// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import { parts as department } from './modules/department/parts.ts';
import { parts as dictionary } from './modules/dictionary/parts.ts';

export const parts = {
  ...department,
  ...dictionary,
};
