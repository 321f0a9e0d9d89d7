import type { region as source } from '../zh-CN/region.ts';
import type { Translation } from '../words.ts';

export const region: Translation<typeof source> = {
  'permission.region:edit': 'Draw on the map',
  'auditLog.word.region': 'Region',
  'refusal.regionsFull': 'A department keeps at most {max} regions',
};
