import type { session as source } from '../zh-CN/session.ts';
import type { Translation } from '../words.ts';

export const session: Translation<typeof source> = {
  'session.title': 'الجلسات',
};
