import type { permission as source } from '../zh-CN/permission.ts';
import type { Translation } from '../words.ts';

export const permission: Translation<typeof source> = {
  'permission.group.watch': 'Watch',
  'permission.group.fly': 'Fly',
  'permission.group.zones': 'Temporary zones',
  'permission.group.devices': 'Devices',
  'permission.group.organisation': 'Organisation',
  'permission.group.settings': 'Settings',
};
