import type { telemetry as source } from '../zh-CN/telemetry.ts';
import type { Translation } from '../words.ts';

export const telemetry: Translation<typeof source> = {
  'timer.telemetry.days': 'تقسيم حالات المحطات حسب الأيام وتخفيفها',
  'timer.telemetry.thin': 'تخفيف بيانات القياس القديمة',
  'timer.telemetry.write': 'كتابة بيانات القياس',
};
