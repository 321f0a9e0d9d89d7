import type { notification as source } from '../zh-CN/notification.ts';
import type { Translation } from '../words.ts';

export const notification: Translation<typeof source> = {
  'notification.controlLostInFlight': 'فُقد التحكم في المحطة {dock} أثناء الرحلة: تواصل الطائرة خطتها',
  'notification.dockTwin': 'استخدم جهاز آخر هوية المحطة {dock} وتم رفضه',
  'notification.open': 'فتح المراقبة',
  'notification.seen': 'تم الاطلاع',
};
