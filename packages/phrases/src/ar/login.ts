import type { login as source } from '../zh-CN/login.ts';
import type { Translation } from '../words.ts';

export const login: Translation<typeof source> = {
  'login.title': 'تسجيل الدخول',
  'login.account': 'الحساب',
  'login.password': 'كلمة المرور',
  'login.showPassword': 'إظهار كلمة المرور',
  'login.hidePassword': 'إخفاء كلمة المرور',
  'login.capsLock': 'مفتاح الأحرف الكبيرة مفعّل',
  'login.captcha': 'رمز التحقق',
  'login.captchaPicture': 'صورة رمز التحقق، انقر لتغييرها',
  'login.remember': 'البقاء مسجَّلا لمدة 30 يوما',
  'login.submit': 'دخول',
  'login.submitting': 'جارٍ تسجيل الدخول…',
  'login.wait': 'أعد المحاولة بعد {seconds} ث',
  'login.noTls': 'هذا اتصال HTTP غير مشفّر. يتطلب تسجيل الدخول اتصالا آمنا (https)، وإلا فقد تُلتقط كلمة المرور.',
  'login.wanted': 'بعد تسجيل الدخول تعود إلى الصفحة التي طلبتها',
  'login.ended': 'انتهت جلستك، يرجى تسجيل الدخول من جديد',
  'login.codeSpent': 'انتهت صلاحية رابط الدخول، سجّل الدخول بحسابك',
  'login.mustChange': 'يجب تغيير كلمة المرور الأولى قبل المتابعة',
  'login.changed': 'تم تغيير كلمة المرور وإنهاء الجلسات الأخرى',
  'login.signOut': 'تسجيل الخروج',
};
