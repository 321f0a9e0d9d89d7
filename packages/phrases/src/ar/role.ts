import type { role as source } from '../zh-CN/role.ts';
import type { Translation } from '../words.ts';

export const role: Translation<typeof source> = {
  'role.administrator': 'مسؤول المؤسسة',
  'role.operator': 'مشغّل الطيران',
  'role.auditor': 'مدقق الذكاء الاصطناعي',
  'role.inspector': 'مفتش',
  'role.leader': 'قائد',
};
