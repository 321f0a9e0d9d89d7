import type { link as source } from '../zh-CN/link.ts';
import type { Translation } from '../words.ts';

export const link: Translation<typeof source> = {
  'link.title': 'هذا الرابط يسجّل الدخول إلى حساب آخر',
  'link.here': 'الحساب المسجّل الآن',
  'link.hereEnded': 'آخر حساب مسجّل (انتهت الجلسة)',
  'link.there': 'حساب الرابط',
  'link.warning':
    'يمكن لأي شخص أن يرسل إليك رابط حسابه. إن لم تكن تنتظر هذا الرابط فابقَ في حسابك: لن يُستخدم الرابط.',
  'link.stay': 'البقاء في حساب {name}',
  'link.signIn': 'عدم استخدام الرابط وتسجيل الدخول من جديد',
  'link.change': 'تسجيل الخروج والمتابعة بحساب {name}',
  'link.changeEnded': 'المتابعة بحساب {name}',
  'link.spent': 'انتهت صلاحية الرابط. لم يُسجَّل دخول أحد.',
  'link.spentStays': 'انتهت صلاحية الرابط. ما زلت في حسابك.',
  'link.signedInAs': 'سجّل رابطٌ دخولك باسم {name} ({account})، {organisation}',
  'link.understood': 'فهمت',
};
