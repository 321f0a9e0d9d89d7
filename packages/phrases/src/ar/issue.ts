import type { issue as source } from '../zh-CN/issue.ts';
import type { Translation } from '../words.ts';

export const issue: Translation<typeof source> = {
  'issue.withValue': '{issue} (القيمة المدخلة: {value})',
  'issue.withAllowed': '{issue} (القيمة المدخلة: {value}؛ المسموح: {allowed})',
  'issue.required': 'الحقل مطلوب: {field}',
  'issue.type': 'نوع القيمة غير صحيح: {field}',
  'issue.min': 'الحد الأدنى لحقل {field} هو {min}',
  'issue.max': 'الحد الأقصى لحقل {field} هو {max}',
  'issue.integer': 'يجب أن يكون {field} عددًا صحيحًا',
  'issue.length': 'يجب أن يكون طول {field} من {min} إلى {max} حرفًا',
  'issue.tooShort':
    'يجب ألا يقل {field} عن {min, plural, one {حرف واحد} two {حرفين} few {# أحرف} many {# حرفًا} other {# حرف}}',
  'issue.tooLong':
    'يجب ألا يزيد {field} على {max, plural, one {حرف واحد} two {حرفين} few {# أحرف} many {# حرفًا} other {# حرف}}',
  'issue.tooFew':
    '{field}: {min, plural, one {عنصر واحد} two {عنصران} few {# عناصر} many {# عنصرًا} other {# عنصر}} على الأقل',
  'issue.tooMany':
    '{field}: {max, plural, one {عنصر واحد} two {عنصران} few {# عناصر} many {# عنصرًا} other {# عنصر}} على الأكثر',
  'issue.serial': 'يجب أن يتكون {field} من 4 إلى 64 حرفًا لاتينيًا أو رقمًا أو «-» أو «_» دون غيرها',
  'issue.range': 'يجب أن تكون قيمة {field} من {min} إلى {max}',
  'issue.format': 'صيغة غير صحيحة: {field}',
  'issue.unknownValue': 'قيمة غير متاحة: {field}',
  'issue.twin': '{field} «{value}» مكرر في الصف {row}',
  'issue.chineseOnly': 'يجب أن يكون {field} بالصينية فقط',
  'issue.chineseMax': 'يجب ألا يزيد {field} على {max} حرفًا صينيًا',
  'issue.passwordSimple': 'كلمة المرور من 6 إلى 20 حرفًا لاتينيًا أو رقمًا أو شرطة سفلية',
  'issue.passwordStrong':
    'كلمة المرور من 8 إلى 64 حرفًا: حرف كبير A–Z وحرف صغير a–z ورقم وأحد الرموز @$#!%^*?& على الأقل، دون أي حروف أخرى أو مسافات',
  'issue.passwordsDiffer': 'كلمتا المرور غير متطابقتين',
  'issue.passwordCommon': 'كلمة المرور شائعة جدا، اختر غيرها',
  'issue.passwordSame': 'يجب أن تختلف كلمة المرور الجديدة عن القديمة',
  'issue.passwordWrong': 'كلمة المرور الحالية غير صحيحة',
  'issue.number': 'يرجى إدخال القيمة الرقمية بشكل صحيح',
  'issue.unchangeable': 'لا يمكن تغيير {field} بعد الإنشاء',
  'issue.account': 'يبدأ الحساب بحرف أو رقم ويتكون من 2 إلى 64 من الحروف أو الأرقام أو . _ - + @',
  'issue.phone': 'يرجى إدخال رقم هاتف صحيح',
  'issue.future': 'يجب أن يكون تاريخ الانتهاء في المستقبل',
};
