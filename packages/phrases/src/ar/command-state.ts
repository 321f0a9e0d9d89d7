import type { commandState as source } from '../zh-CN/command-state.ts';
import type { Translation } from '../words.ts';

export const commandState: Translation<typeof source> = {
  'commandState.drafted': 'أُنشئ',
  'commandState.authorised': 'مصرّح به',
  'commandState.sent': 'أُرسل',
  'commandState.accepted': 'قُبل',
  'commandState.in_progress': 'قيد التنفيذ',
  'commandState.succeeded': 'تم',
  'commandState.failed': 'فشل',
  'commandState.rejected': 'رفضه الجهاز',
  'commandState.expired': 'انتهت صلاحيته ولم يُرسل',
  'commandState.unknown': 'غير معروف',
  'commandState.mayStillRun': 'لم يرد الجهاز: قد يُنفَّذ الأمر لاحقًا',
  'commandState.notShown': 'لم يرد الجهاز والنتيجة غير معروفة؛ ولن يُنفَّذ الأمر بعد الآن',
  'commandState.accepted_late': 'قُبل متأخرًا',
  'commandState.superseded': 'حلّ محله غيره',
  'commandState.percent': 'قيد التنفيذ {percent}%',
};
