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
  'issue.format': 'صيغة غير صحيحة: {field}',
  'issue.unknownValue': 'قيمة غير متاحة: {field}',
  'issue.chineseOnly': 'يجب أن يكون {field} بالصينية فقط',
  'issue.chineseMax': 'يجب ألا يزيد {field} على {max} حرفًا صينيًا',
  'issue.passwordSimple': 'كلمة المرور من 6 إلى 20 حرفًا لاتينيًا أو رقمًا أو شرطة سفلية',
  'issue.passwordStrong':
    'كلمة المرور 8 أحرف على الأقل وتتضمن حرفًا كبيرًا وحرفًا صغيرًا ورقمًا وأحد الرموز @$#!%^*?&',
  'issue.passwordsDiffer': 'كلمتا المرور غير متطابقتين',
  'issue.passwordCommon': 'كلمة المرور شائعة جدا، اختر غيرها',
  'issue.passwordSame': 'يجب أن تختلف كلمة المرور الجديدة عن القديمة',
  'issue.timeZone': 'يرجى إدخال اسم منطقة زمنية مثل Asia/Shanghai',
  'issue.issuer': 'يرجى إدخال عنوان يبدأ بـ https ولا يشير إلى هذا الجهاز أو إلى بيانات السحابة',
  'issue.passwordWrong': 'كلمة المرور الحالية غير صحيحة',
  'issue.returnAltitude': 'يجب أن يكون ارتفاع العودة بين {min} و{max} م',
  'issue.aiRange': 'يجب أن يكون مدى كشف الذكاء الاصطناعي بين {min} و{max} م',
  'issue.number': 'يرجى إدخال القيمة الرقمية بشكل صحيح',
  'issue.zoomOrder': 'لا يمكن أن يتجاوز أصغر مستوى تكبير أكبر مستوى',
  'issue.zoomBetween': 'يجب أن يكون مستوى التكبير بين {min} و{max}',
  'issue.tileAddress':
    'أدخل عنوان مربعات http(s) يحتوي على {places} دون كلمة مرور وليس عنوان هذا الجهاز نفسه',
  'issue.colour': 'يكتب اللون بالشكل ‎#RRGGBB',
  'issue.roleGroup': 'مجموعة الأدوار تضم أدوارًا فقط، ولا تمنح صلاحيات ولا تُنسخ',
  'issue.roleGroupAbove': 'يوضع الدور في مجموعة تابعة لقسمه أو لقسم أعلى',
  'issue.roleGroupInGroup': 'لا توضع مجموعة أدوار داخل مجموعة أخرى',
  'issue.inspectionOnly': 'دور تطبيق التفتيش لا يمنح إلا وظائف ذلك التطبيق',
  'issue.unchangeable': 'لا يمكن تغيير {field} بعد الإنشاء',
  'issue.dictionaryCode': 'يبدأ {field} بحرف أو رقم ويتكون من أحرف وأرقام ونقاط وشرطات',
  'issue.codeTaken': '«{value}» موجود بالفعل',
  'issue.codeRepeated': '«{value}» مكرر في الصف {row}',
  'issue.nameNeeded': 'أدخل اسمًا بلغة واحدة على الأقل',
  'issue.account': 'يبدأ الحساب بحرف أو رقم ويتكون من 2 إلى 64 من الحروف أو الأرقام أو . _ - + @',
  'issue.phone': 'يرجى إدخال رقم هاتف صحيح',
  'issue.future': 'يجب أن يكون تاريخ الانتهاء في المستقبل',
  'issue.textNeeded': 'اكتب النص بلغة واحدة على الأقل',
  'issue.past': 'لا يمكن أن يكون {field} في الماضي',
  'issue.farAhead': '{field} بعيد جدًا',
  'issue.order': 'يجب أن يكون {field} بعد البداية وبعد الآن',
  'issue.tooLongTime': 'المدة طويلة جدًا',
};
