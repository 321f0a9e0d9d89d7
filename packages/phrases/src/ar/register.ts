import type { register as source } from '../zh-CN/register.ts';
import type { Translation } from '../words.ts';

export const register: Translation<typeof source> = {
  'register.title': 'تسجيل محطة',
  'register.name': 'اسم المحطة',
  'register.nameRule': 'بالصينية فقط، {max} حرفًا على الأكثر',
  'register.vendor.DJI': 'DJI ‏(Cloud API)',
  'register.vendor.own': 'شركة أخرى (العقد المفتوح)',
  'register.sn': 'الرقم التسلسلي للمحطة',
  'register.snHint': 'على لوحة المحطة، وفي DJI Pilot 2',
  'register.submit': 'تسجيل',
  'register.done': 'سُجّلت المحطة',
  'register.secretOnce':
    'أدخل العنوان واسم المستخدم وكلمة المرور في إعدادات السحابة في المحطة. تظهر كلمة المرور هذه المرة فقط.',
  'register.broker': 'عنوان الوسيط (MQTT)',
  'register.brokerHere':
    'هذا العنوان لا يصل إلا من الخادم نفسه. اضبط EYRIE_PUBLIC_MQTT_URL أو أدخل العنوان الذي تصل به المحطة إلى هذا الخادم.',
  'register.mayBeLeft': 'اختياري',
  'register.user': 'اسم المستخدم',
  'register.close': 'لقد حفظته',
  'register.insuranceCompany': 'شركة التأمين',
};
