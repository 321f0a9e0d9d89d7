import type { role as source } from '../zh-CN/role.ts';
import type { Translation } from '../words.ts';

export const role: Translation<typeof source> = {
  'role.administrator': 'Organisation administrator',
  'role.operator': 'Flight operator',
  'role.auditor': 'AI auditor',
  'role.inspector': 'Inspector',
  'role.leader': 'Leader',
};
