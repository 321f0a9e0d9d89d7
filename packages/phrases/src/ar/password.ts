import type { password as source } from '../zh-CN/password.ts';
import type { Translation } from '../words.ts';

export const password: Translation<typeof source> = {
  'password.title': 'تغيير كلمة المرور',
  'password.old': 'كلمة المرور الحالية',
  'password.new': 'كلمة المرور الجديدة',
  'password.repeat': 'تأكيد كلمة المرور الجديدة',
  'password.rule': 'من 6 إلى 20 حرفًا لاتينيًا أو رقمًا أو شرطة سفلية، دون أي حروف أخرى أو مسافات، وغير شائعة',
  'password.ruleStrong':
    'من 8 إلى 64 حرفًا: حرف كبير A–Z وحرف صغير a–z ورقم وأحد الرموز @$#!%^*?&، دون أي حروف أخرى أو مسافات، وغير شائعة',
  'password.submit': 'تغيير كلمة المرور',
};
