import type { session as source } from '../zh-CN/session.ts';
import type { Translation } from '../words.ts';

export const session: Translation<typeof source> = {
  'session.title': 'الدخول والأجهزة',
  'session.own': 'أماكن تسجيل دخولك',
  'session.ownHint': 'سجّل خروج أي جهاز لا تعرفه، وغيّر كلمة المرور.',
  'session.online': 'المتصلون الآن',
  'session.member': 'العضو',
  'session.department': 'القسم',
  'session.device': 'الجهاز',
  'session.unknownDevice': 'جهاز غير معروف',
  'session.current': 'الحالي',
  'session.address': 'العنوان',
  'session.since': 'وقت الدخول',
  'session.lastUsed': 'آخر استخدام',
  'session.search': 'الاسم أو الحساب أو العنوان',
  'session.noneFound': 'لا يوجد متصلون مطابقون',
  'session.end': 'تسجيل الخروج',
  'session.endOf': 'تسجيل خروج {name} ({device})',
  'session.endTitle': 'تسجيل خروج {name} من {device}؟',
  'session.ended': 'تم تسجيل الخروج',
  'session.endOthers': 'تسجيل خروج البقية',
  'session.endOthersTitle':
    'تسجيل خروج {count, plural, one {الجلسة الأخرى} two {الجلستين الأخريين} few {# جلسات أخرى} other {# جلسة أخرى}}؟',
  'session.endedOthers':
    'تم تسجيل خروج {count, plural, one {جلسة واحدة} two {جلستين} few {# جلسات} other {# جلسة}}',
  'session.app': 'تطبيق المصادقة',
  'session.appOn': 'مفعّل منذ {time}',
  'session.appOff': 'غير مفعّل',
  'session.appRequired': 'غير مفعّل؛ ستطلبه مؤسستك عند الدخول القادم',
  'session.appSetUp': 'إعداد تطبيق المصادقة',
  'session.appAdded': 'تم تفعيل تطبيق المصادقة',
  'session.appRemove': 'إزالة تطبيق المصادقة',
  'session.appRemoveHint': 'بعد ذلك تكفي كلمة المرور وحدها للدخول.',
  'session.appRemoved': 'تمت إزالة تطبيق المصادقة',
  'session.recoveryCodes': 'رموز الاسترداد',
  'session.recoveryLeft':
    '{count, plural, =0 {لا رموز استرداد متبقية} one {بقي رمز استرداد واحد} two {بقي رمزًا استرداد} few {بقيت # رموز استرداد} other {بقي # رمز استرداد}}',
  'session.recoveryRenew': 'إنشاء رموز استرداد جديدة',
  'session.recoveryRenewHint': 'تصبح الرموز القديمة بلا قيمة فورًا.',
};
