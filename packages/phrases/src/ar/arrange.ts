import type { arrange as source } from '../zh-CN/arrange.ts';
import type { Translation } from '../words.ts';

export const arrange: Translation<typeof source> = {
  'arrange.ai': 'التحليل الذكي',
  'arrange.aiOff': 'لا يُبحث عن شيء ما لم يُختر نوع',
  'arrange.aiTypesMost': '{max} من الأنواع على الأكثر',
  'arrange.aiRangeHint': 'من {min} إلى {max} م، مطلوب مع الأنواع',
  'arrange.aiRangeFault': 'يجب أن يكون نطاق الكشف الذكي بين {min} و{max} م',
  'arrange.precision':
    'تأكد {percent}% من {count, plural, zero {النتائج} one {نتيجة واحدة} two {نتيجتين} few {# نتائج} many {# نتيجة} other {# نتيجة}}',
  'arrange.precisionUnknown': 'الدقة غير معروفة بعد',
  'arrange.sample': 'عينة من {type}',
  'arrange.people': 'الأشخاص والأجهزة',
  'arrange.myself': 'أنا',
  'arrange.assigneeHint': 'يُبلَّغ الشخص الآخر ويجب أن يؤكد',
  'arrange.morePeople': 'هناك أشخاص آخرون: اكتب اسمًا.',
  'arrange.flownWith': 'الطائرة {drone}، {protocol}',
  'arrange.automatic': 'تلقائي (أقرب محطة جاهزة)',
  'arrange.nearest': 'أقرب محطة قادرة: {dock}، على بعد {distance} من البداية',
  'arrange.nearestNone': 'لا توجد محطة قادرة الآن. انتظر أو اختر واحدة بنفسك.',
  'arrange.within': 'ضمن {metres} م',
  'arrange.limit': 'ضمن حد ارتفاع الطائرة: {limit}',
  'arrange.limitOver': 'ارتفاع العودة أو المسار أعلى من حد ارتفاع الطائرة: {limit}',
  'arrange.topUnknown': 'ارتفاع التحليق فوق المحطة غير معروف',
  'arrange.limitUnknown': 'لم تبلّغ الطائرة عن حد ارتفاعها',
  'arrange.homeClearance': 'مسافة خلوص لا تقل عن {metres} في طريق العودة',
  'arrange.homeBlocked': 'ارتفاع العودة هذا يؤدي إلى الاصطدام بالأرض أو بمبنى',
  'arrange.homeUnknown': 'ما تحت طريق العودة غير معروف',
  'arrange.planFailed': 'تعذرت قراءة مخطط هذا المسار: لم يُرسم طريقا الذهاب والعودة',
};
