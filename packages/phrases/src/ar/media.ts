import type { media as source } from '../zh-CN/media.ts';
import type { Translation } from '../words.ts';

export const media: Translation<typeof source> = {
  'media.title': 'الوسائط',
  'media.none': 'لا وسائط',
  'media.waiting': 'بانتظار الرفع، {received} / {expected}',
  'media.open': 'فتح {name}',
  'media.kind.photo': 'صورة',
  'media.kind.video': 'فيديو',
  'media.kind.other': 'ملف',
  'media.shotAt': 'التُقطت {time}',
  'auditLog.word.media': 'الوسائط',
};
