import type { dictionary as source } from '../zh-CN/dictionary.ts';
import type { Translation } from '../words.ts';

export const dictionary: Translation<typeof source> = {
  'dictionary.title': 'Code table',
};
