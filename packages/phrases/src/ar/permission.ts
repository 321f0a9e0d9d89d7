import type { permission as source } from '../zh-CN/permission.ts';
import type { Translation } from '../words.ts';

export const permission: Translation<typeof source> = {
  'permission.group.watch': 'المراقبة',
  'permission.group.fly': 'الطيران',
  'permission.group.zones': 'مناطق مؤقتة',
  'permission.group.devices': 'الأجهزة',
  'permission.group.organisation': 'المؤسسة',
  'permission.group.settings': 'الإعدادات',
};
