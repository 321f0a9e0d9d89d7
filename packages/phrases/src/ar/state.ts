import type { state as source } from '../zh-CN/state.ts';
import type { Translation } from '../words.ts';

export const state: Translation<typeof source> = {
  'state.attention': 'انتباه',
  'state.alarm': 'إنذار',
  'state.offline': 'غير متصل',
  'state.notBound': 'غير مرتبط بعد',
  'state.stale': 'بيانات قديمة',
  'state.lost': 'انقطع الاتصال',
  'state.unknown': 'غير معروف',
  'state.unknownSince': 'غير معروف منذ {time}',
  'state.secondsAgo': 'قبل {seconds} ث',
  'state.minutesAgo': 'قبل {minutes} د',
  'state.hoursAgo': 'قبل {hours} س',
  'state.lastSeen': 'آخر ظهور {time}',
  'state.never': 'لم ترد أي بيانات',
};
