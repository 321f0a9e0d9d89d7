import type { battery as source } from '../zh-CN/battery.ts';
import type { Translation } from '../words.ts';

export const battery: Translation<typeof source> = {
  'battery.percent': 'الشحن',
  'battery.cycles': 'دورات الشحن',
  'battery.voltage': 'الجهد',
  'battery.temperature': 'الحرارة',
  'battery.storedDays': 'أيام التخزين شبه ممتلئة',
  'battery.add': 'إضافة بطارية',
  'battery.none': 'لا بطاريات بعد. تُكتشف عند اتصال الطائرة، ويمكن إضافتها أو استيرادها.',
  'permission./BatteryAdmin': 'إدارة البطاريات',
  'auditLog.word.battery': 'البطارية',
};
