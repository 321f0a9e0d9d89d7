import type { forbidden as source } from '../zh-CN/forbidden.ts';
import type { Translation } from '../words.ts';

export const forbidden: Translation<typeof source> = {
  'forbidden.title': 'لا يُسمح لك بفتح هذه الصفحة',
  'forbidden.noRoleTitle': 'ليس لديك دور بعد',
  'forbidden.noRole': 'يمكن لحسابك تسجيل الدخول، لكن لا يوجد دور يتيح لك فتح أي صفحة.',
  'forbidden.noRoleWho':
    'يمكن لمسؤول المؤسسة في {organisation} منحك دورًا من إدارة الأدوار، ولن تحتاج إلى تسجيل الدخول مجددًا.',
  'forbidden.missing': 'الصلاحية الناقصة',
  'forbidden.address': 'العنوان',
  'forbidden.who': 'جهة المنح',
  'forbidden.whoText': 'يمكن لمسؤول المؤسسة في {organisation} منحك إياها من إدارة الأدوار.',
  'forbidden.signedInAs': 'الحساب الحالي',
  'forbidden.back': 'العودة إلى الصفحة الأولى',
};
