import type { gate as source } from '../zh-CN/gate.ts';
import type { Translation } from '../words.ts';

export const gate: Translation<typeof source> = {
  'gate.battery': 'بطارية الطائرة',
  'gate.wind': 'سرعة الرياح',
  'gate.rain': 'المطر',
  'gate.positioning': 'تحديد الموقع',
  'gate.home': 'نقطة العودة',
  'gate.storage': 'مساحة التخزين',
  'gate.dockIdle': 'خمول المحطة',
  'gate.cover': 'الغطاء',
  'gate.putter': 'أذرع الدفع',
  'gate.health': 'إنذارات الحالة',
  'gate.maintenance': 'الصيانة',
  'gate.insurance': 'التأمين',
  'gate.returnAltitude': 'ارتفاع العودة',
  'gate.lostAction': 'سلوك فقدان الاتصال',
  'gate.region': 'منطقة الطيران',
  'gate.route': 'ملف المسار',
  'gate.otherFlight': 'رحلة أخرى',
  'gate.clock': 'فرق الساعة',
  'gate.dataAge': 'حداثة البيانات',
  'gate.emergencyStop': 'زر الإيقاف الطارئ',
  'gate.verdict.ok': 'ناجح',
  'gate.verdict.warn': 'تنبيه',
  'gate.verdict.bad': 'غير ناجح',
  'gate.verdict.unknown': 'غير معروف',
};
