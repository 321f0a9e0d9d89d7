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
  'commandStopped.expired': 'انتهى وقت الأمر',
  'commandStopped.stateStale': 'كانت حالة المحطة قديمة',
  'commandStopped.dockOffline': 'كانت المحطة غير متصلة',
  'commandStopped.brokerDown': 'كانت خدمة الرسائل متوقفة',
  'commandStopped.databaseDown': 'لم تكن البيانات متاحة',
  'commandStopped.startingUp': 'تولى خادم آخر المحطة',
  'commandStopped.outcome.undone': 'أُوقف قبل الإقلاع: {why}. ألغت المحطة ما حضّرته',
  'commandStopped.outcome.notUndone': 'أُوقف قبل الإقلاع: {why}. لم تؤكد المحطة إلغاء ما حضّرته',
  'commandStopped.outcome.ended': 'أُوقف قبل الإقلاع: {why}',
};
