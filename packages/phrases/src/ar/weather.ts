import type { weather as source } from '../zh-CN/weather.ts';
import type { Translation } from '../words.ts';

export const weather: Translation<typeof source> = {
  'weather.title': 'الطقس',
  'weather.ofDock': 'قياس {name}',
  'weather.outside': 'خارجي ({provider})',
  'weather.failure.timeout': 'لم تُجب خدمة الطقس',
  'weather.failure.unreachable': 'تعذر الوصول إلى خدمة الطقس',
  'weather.failure.status': 'رفضت خدمة الطقس الطلب',
  'weather.failure.shape': 'إجابة خدمة الطقس غير مفهومة',
  'weather.windFrom': 'اتجاه هبوب الرياح',
  'weather.rain': 'المطر',
  'weather.temperature': 'الحرارة',
  'weather.humidity': 'الرطوبة',
  'weather.unknown': 'لا بيانات من خدمة الطقس: {reason}، آخر بيانات: {age}',
  'weather.reason.server': 'لم يُجب الخادم',
  'weather.reason.refused': 'لم يقدّم الخادم بيانات الطقس',
  'weather.reason.old': 'لا قياس جديد من المحطة',
};
