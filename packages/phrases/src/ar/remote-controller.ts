import type { remoteController as source } from '../zh-CN/remote-controller.ts';
import type { Translation } from '../words.ts';

export const remoteController: Translation<typeof source> = {
  'remoteController.add': 'إضافة جهاز تحكم',
  'remoteController.none': 'لا أجهزة تحكم بعد. أضفها أو استوردها.',
  'permission./DaJiHandle': 'إدارة أجهزة التحكم',
  'permission.controller:connect': 'السماح بدخول أجهزة التحكم',
  'auditLog.word.remoteController': 'جهاز التحكم',
  'auditLog.verb.connect': 'مُنح الدخول',
};
