import type { remoteController as source } from '../zh-CN/remote-controller.ts';
import type { Translation } from '../words.ts';

export const remoteController: Translation<typeof source> = {
  'remoteController.add': 'إضافة جهاز تحكم',
  'remoteController.none': 'لا أجهزة تحكم بعد. أضفها أو استوردها.',
  'permission./DaJiHandle': 'إدارة أجهزة التحكم',
  'permission.controller:connect': 'السماح بدخول أجهزة التحكم',
  'auditLog.word.remoteController': 'جهاز التحكم',
  'auditLog.verb.connect': 'مُنح الدخول',
  'permission./handShankMonitorSee': 'مراقبة جهاز التحكم',
  'command.controlRequest': 'طلب التحكم من الطيار',
  'command.controlRelease': 'إعادة التحكم إلى الطيار',
  'auditLog.verb.controlRequest': 'طُلب التحكم من الطيار',
  'auditLog.verb.controlRelease': 'أُعيد التحكم',
  'refusal.consentMissing': 'لم يوافق الطيار على التحكم من هنا، ولم يُرسل شيء',
  'refusal.consentPending': 'الطيار يُسأل الآن بالفعل',
  'refusal.consentRefused': 'رفض الطيار',
  'refusal.consentCanceled': 'ألغى الطيار الطلب',
  'refusal.consentSilent': 'لا جواب من الطيار',
};
