import type { operation as source } from '../zh-CN/operation.ts';
import type { Translation } from '../words.ts';

export const operation: Translation<typeof source> = {
  'operation.title': 'Operations',
};
