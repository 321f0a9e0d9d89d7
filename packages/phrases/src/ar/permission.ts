import type { permission as source } from '../zh-CN/permission.ts';
import type { Translation } from '../words.ts';

export const permission: Translation<typeof source> = {
  'permission./DataStatistics': 'إحصاءات البيانات',
  'permission./DeviceAll': 'توزيع الأجهزة',
  'permission./RoutePlanning': 'إدارة المسارات',
  'permission./TaskManagerNew': 'إدارة المهام',
  'permission./FlyArrange': 'ترتيب الرحلات',
  'permission./PortMonitorSee': 'مراقبة المحطة',
  'permission./personalInfo': 'الحساب الشخصي',
  'permission.dock:edit': 'تسجيل المحطات وتعديلها',
  'permission.dock:control': 'التحكم بالمحطات والطائرات',
  'permission.dock:override': 'أخذ التحكم قسرا',
  'permission.dock:emergency': 'العودة والتحويم الطارئان',
  'permission.video:watch': 'مشاهدة البث المباشر',
  'permission.route:edit': 'تعديل المسارات',
  'permission.task:edit': 'تعديل المهام',
  'permission.flight:edit': 'تعديل ترتيبات الرحلات',
  'permission.flight:start': 'بدء الرحلات',
  'permission.flight:view': 'عرض سجلات الرحلات',
  'permission.platform:operate': 'تشغيل المنصة',
};
