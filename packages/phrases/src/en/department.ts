import type { department as source } from '../zh-CN/department.ts';
import type { Translation } from '../words.ts';

export const department: Translation<typeof source> = {
  'department.title': 'Organisation management',
};
