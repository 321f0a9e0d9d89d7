import type { gimbal as source } from '../zh-CN/gimbal.ts';
import type { Translation } from '../words.ts';

export const gimbal: Translation<typeof source> = {
  'gimbal.type': 'نوع المستشعر',
  'gimbal.type.visible': 'ضوء مرئي',
  'gimbal.type.visibleThermal': 'مرئي وحراري',
  'gimbal.type.multispectral': 'متعدد الأطياف',
  'gimbal.type.mapping': 'مسح',
  'gimbal.type.lidar': 'ليدار',
  'gimbal.type.other': 'أخرى',
  'gimbal.status': 'الوضع الفني',
  'gimbal.status.normal': 'سليم',
  'gimbal.status.abnormal': 'غير سليم',
  'gimbal.add': 'إضافة حامل كاميرا',
  'gimbal.none': 'لا حوامل كاميرا بعد. تُكتشف عند اتصال الطائرة، ويمكن إضافتها أو استيرادها.',
  'permission./PTZAdmin': 'إدارة حوامل الكاميرا',
  'auditLog.word.gimbal': 'حامل الكاميرا',
};
