import type { person as source } from '../zh-CN/person.ts';
import type { Translation } from '../words.ts';

export const person: Translation<typeof source> = {
  'person.title': 'الحساب الشخصي',
  'person.facts': 'معلومات الحساب',
  'person.name': 'الاسم',
  'person.account': 'اسم الحساب',
  'person.department': 'القسم',
  'person.departments': 'الأقسام',
  'person.oid': 'معرّف المستخدم',
  'person.session': 'الجلسة الحالية',
  'person.pages': 'الصفحات المتاحة لك',
  'person.rights': 'الإجراءات المتاحة لك',
  'person.none': 'لا يوجد',
  'person.passwordHint': 'تنتهي جلساتك على الأجهزة الأخرى فورًا بعد التغيير.',
};
