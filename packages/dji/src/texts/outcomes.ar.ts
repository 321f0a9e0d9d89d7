import type { outcomesEn } from './outcomes.en.ts';

export const outcomesAr: Readonly<Record<keyof typeof outcomesEn, string>> = {
  unknown: 'لم يصل رد: لا يُعرف هل نُفّذ الأمر',
  endedUnobserved: 'المحطة خاملة ولم تذكر كيف انتهت الرحلة',
  rejected: 'رُفض دون رمز',
  failed: 'فشل دون رمز',
  timeout: 'لم يكتمل في الوقت المحدد',
  partially_done: 'اكتمل جزئيًا',
};
