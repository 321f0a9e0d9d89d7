import type { language as source } from '../zh-CN/language.ts';
import type { Translation } from '../words.ts';

export const language: Translation<typeof source> = {
  'language.zh-CN': '中文',
  'language.en': 'English',
  'language.ar': 'العربية',
};
