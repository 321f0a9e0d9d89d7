import type { appearance as source } from '../zh-CN/appearance.ts';
import type { Translation } from '../words.ts';

export const appearance: Translation<typeof source> = {
  'appearance.title': 'التخصيص',
};
