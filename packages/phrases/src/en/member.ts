import type { member as source } from '../zh-CN/member.ts';
import type { Translation } from '../words.ts';

export const member: Translation<typeof source> = {
  'member.title': 'Members',
};
