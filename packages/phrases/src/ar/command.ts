import type { command as source } from '../zh-CN/command.ts';
import type { Translation } from '../words.ts';

export const command: Translation<typeof source> = {
  'command.startJob': 'بدء الرحلة',
  'command.forceEndJob': 'إنهاء الرحلة',
  'command.flightPause': 'إيقاف المسار مؤقتًا',
  'command.flightResume': 'متابعة المسار',
  'command.returnHome': 'العودة',
  'command.returnHomeCancel': 'إلغاء العودة',
  'command.hover': 'التحويم',
  'command.startLive': 'بدء البث',
  'command.stopLive': 'إيقاف البث',
  'command.switchQuality': 'تغيير الوضوح',
  'command.leaseOverride': 'تحكم قسري',
};
