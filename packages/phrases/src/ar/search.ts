import type { search as source } from '../zh-CN/search.ts';
import type { Translation } from '../words.ts';

export const search: Translation<typeof source> = {
  'search.results': 'نتائج البحث',
  'search.pages': 'الصفحات',
  'search.commands': 'الأوامر',
  'search.searching': 'جارٍ البحث…',
  'search.none': 'لا يوجد شيء بهذا الاسم',
  'search.found': 'عدد النتائج: {count}',
  'search.hint':
    'اكتب اسم صفحة أو جهاز أو مسار أو مهمة أو رحلة أو أمر عمل، أو رقمًا تسلسليًا. اختر بمفاتيح الأسهم وافتح بمفتاح الإدخال.',
  'search.more': 'توجد نتائج أخرى: اكتب المزيد من الاسم',
  'search.byHand': 'رحلة بقيادة يدوية',
  'search.kind.dock': 'المحطات',
  'search.kind.drone': 'الطائرات',
  'search.kind.remoteController': 'وحدات التحكم',
  'search.kind.battery': 'البطاريات',
  'search.kind.gimbal': 'حوامل الكاميرا',
  'search.kind.robot': 'الروبوتات',
  'search.kind.route': 'المسارات',
  'search.kind.task': 'المهام',
  'search.kind.flight': 'الرحلات',
  'search.kind.workOrder': 'أوامر العمل',
};
