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
  'person.display.zone': 'الأوقات',
  'person.display.zone.organisation': 'المنطقة الزمنية للمؤسسة: {zone}',
  'person.display.zone.utc': 'التوقيت العالمي (UTC)',
  'person.display.zone.local': 'المنطقة الزمنية لهذا الحاسوب: {zone}',
  'person.display.units': 'الارتفاعات والأطوال والسرعات',
  'person.display.units.metric': 'متر وكيلومتر ومتر في الثانية',
  'person.display.units.imperial': 'قدم وميل وميل في الساعة',
  'person.display.unitsHint': 'يغيّر العرض فقط؛ القيم المرسلة إلى الطائرة تُكتب دائمًا بالمتر',
  'person.display.digits': 'الأرقام',
  'person.display.digits.latin': '0 1 2 3',
  'person.display.digits.own': '٠ ١ ٢ ٣',
  'person.display.hint': 'يُحفظ مع حسابك فيسري على كل حاسوب',
};
