import type { upload as source } from '../zh-CN/upload.ts';
import type { Translation } from '../words.ts';

export const upload: Translation<typeof source> = {
  'timer.upload.cleanUp': 'إزالة عمليات الرفع المتروكة',
  'refusal.uploadKind': 'صيغة الملف خاطئة: محتواه لا يطابق اسمه، أو هذا النوع غير مقبول',
  'refusal.uploadQuota': 'مساحة التخزين لا تكفي: الحد {max} غيغابايت، والمتبقي {free} غيغابايت',
  'refusal.uploadsFull': 'بلغت عمليات الرفع غير المكتملة {max}، أكمل بعضها أو ألغه أولًا',
  'refusal.uploadOffset': 'موضع الجزء خاطئ: البداية {offset}، الطول {length}، حجم الملف {size} بايت',
  'refusal.uploadOverlap': 'الجزء عند {offset} يتداخل مع جزء وصل من قبل',
  'refusal.uploadIncomplete': 'الملف غير مكتمل، ينقصه {missing} بايت',
  'refusal.uploadHash': 'المحتوى لا يطابق المجموع الاختباري أو الحجم، ولم يُحفظ شيء، أعد الرفع',
  'detail.key.hash': 'المجموع الاختباري للملف',
  'detail.key.sha256': 'المجموع الاختباري للجزء',
  'detail.key.offset': 'البداية',
  'detail.key.head': 'بداية الملف',
};
