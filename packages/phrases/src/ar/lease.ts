import type { lease as source } from '../zh-CN/lease.ts';
import type { Translation } from '../words.ts';

export const lease: Translation<typeof source> = {
  'lease.unknown': 'التحكم غير معروف',
  'lease.free': 'لا أحد يتحكم في هذه المحطة',
  'lease.mine': 'أنت تتحكم في هذه المحطة ({seconds} ث)',
  'lease.held': '{name} يتحكم بها ({seconds} ث)',
  'lease.heldOwn': 'أنت من يتحكم، في علامة تبويب أخرى ({seconds} ث)',
  'lease.you': 'أنت، في علامة تبويب أخرى',
  'lease.asking': 'طُلب من {name}، ينتقل خلال {seconds} ث ما لم يُرفض',
  'lease.lapsed': 'انتهى التحكم',
  'lease.taken': 'تولّى {name} التحكم',
  'lease.takenWhy': 'تولّى {name} التحكم: {reason}',
  'lease.refused': 'رفض {name} تسليم التحكم',
  'lease.lapsing': 'ينتهي التحكم خلال {seconds} ث',
  'lease.denied': 'يمكنك المشاهدة فقط دون التحكم',
  'lease.take': 'تولّي التحكم',
  'lease.release': 'إعادة التحكم',
  'lease.ask': 'طلب التحكم',
  'lease.override': 'تحكم قسري',
  'lease.overrideTitle': 'تولّي {dock} قسرًا من {name}؟',
  'lease.overrideText': 'يفقد {name} التحكم فورا، ويظهر السبب على الشاشتين وفي سجل التدقيق.',
  'lease.reason': 'السبب',
  'lease.asked': '{name} يطلب التحكم',
  'lease.askedText': 'دون رد ينتقل التحكم خلال {seconds} ث.',
  'lease.keep': 'الاحتفاظ بالتحكم',
  'lease.handOver': 'تسليم التحكم',
};
