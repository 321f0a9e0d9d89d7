import type { region as source } from '../zh-CN/region.ts';
import type { Translation } from '../words.ts';

export const region: Translation<typeof source> = {
  'permission.region:edit': 'الرسم على الخريطة',
  'auditLog.word.region': 'منطقة',
  'refusal.regionsFull': 'يحتفظ القسم بـ {max} منطقة على الأكثر',
};
