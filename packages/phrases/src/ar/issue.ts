import type { issue as source } from '../zh-CN/issue.ts';
import type { Translation } from '../words.ts';

export const issue: Translation<typeof source> = {
  'issue.withValue': '{issue} (القيمة المدخلة: {value})',
  'issue.withAllowed': '{issue} (القيمة المدخلة: {value}؛ المسموح: {allowed})',
  'issue.required': 'الحقل مطلوب: {field}',
  'issue.type': 'نوع القيمة غير صحيح: {field}',
  'issue.min': 'الحد الأدنى لحقل {field} هو {min}',
  'issue.max': 'الحد الأقصى لحقل {field} هو {max}',
  'issue.integer': 'يجب أن يكون {field} عددا صحيحا',
  'issue.length': 'يجب أن يكون طول {field} من {min} إلى {max} حرفا',
  'issue.tooShort': 'يجب ألا يقل {field} عن {min} أحرف',
  'issue.tooLong': 'يجب ألا يزيد {field} على {max} حرفا',
  'issue.tooFew': '{field}: {min} عناصر على الأقل',
  'issue.tooMany': '{field}: {max} عناصر على الأكثر',
  'issue.format': 'صيغة غير صحيحة: {field}',
  'issue.unknownValue': 'قيمة غير متاحة: {field}',
  'issue.chineseOnly': 'يجب أن يكون {field} بالصينية فقط',
  'issue.chineseMax': 'يجب ألا يزيد {field} على {max} حرفا صينيا',
  'issue.passwordSimple': 'كلمة المرور من 6 إلى 20 حرفا لاتينيا أو رقما أو شرطة سفلية',
  'issue.passwordStrong':
    'كلمة المرور 8 أحرف على الأقل وتتضمن حرفا كبيرا وحرفا صغيرا ورقما وأحد الرموز @$#!%^*?&',
  'issue.passwordsDiffer': 'كلمتا المرور غير متطابقتين',
  'issue.passwordCommon': 'كلمة المرور شائعة جدا، اختر غيرها',
  'issue.passwordSame': 'يجب أن تختلف كلمة المرور الجديدة عن القديمة',
  'issue.passwordWrong': 'كلمة المرور القديمة غير صحيحة',
  'issue.returnAltitude': 'يجب أن يكون ارتفاع العودة بين {min} و{max} م',
  'issue.aiRange': 'يجب أن يكون مدى كشف الذكاء الاصطناعي بين {min} و{max} م',
  'issue.number': 'يرجى إدخال القيمة الرقمية بشكل صحيح',
  'issue.zoomOrder': 'لا يمكن أن يتجاوز أصغر مستوى تكبير أكبر مستوى',
  'issue.zoomBetween': 'يجب أن يكون مستوى التكبير بين {min} و{max}',
  'issue.tileAddress':
    'أدخل عنوان مربعات http(s) يحتوي على {places} دون كلمة مرور وليس عنوان هذا الجهاز نفسه',
  'issue.colour': 'يكتب اللون بالشكل ‎#RRGGBB',
};
