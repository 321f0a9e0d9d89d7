import type { refusal as source } from '../zh-CN/refusal.ts';
import type { Translation } from '../words.ts';

export const refusal: Translation<typeof source> = {
  'refusal.tooDeep': 'بنية الطلب عميقة أكثر من اللازم',
  'refusal.unsupportedMediaType': 'نوع المحتوى غير مدعوم',
  'refusal.methodNotAllowed': 'طريقة الطلب غير مدعومة',
  'refusal.nameTaken': 'هذا الاسم مستخدم',
  'refusal.inUse': 'قيد الاستخدام، لا يُسمح بالحذف',
  'refusal.restoreTooLate': 'حُذف «{name}» قبل أكثر من {minutes} دقيقة ولا يمكن استرجاعه',
  'refusal.departmentGone': 'حُذف القسم «{name}» ولا يمكن استرجاع ما كان فيه',
  'refusal.brokerDown': 'خدمة الرسائل متوقفة، لم يُرسل شيء',
  'refusal.viewOnly': 'أنت في وضع معاينة دور: لا يمكن تغيير شيء',
  'refusal.fileFormat': 'صيغة الملف غير صحيحة',
  'refusal.tableTooLong': 'يمكن أن يحتوي الجدول على {max} صف على الأكثر',
  'refusal.tableTemplate': 'الجدول لا يتبع القالب، أعمدة ناقصة: {columns}',
  'refusal.tableEmpty':
    'في الجدول عناوين فقط دون صفوف. اكتب من الصف الثاني مدخلًا واحدًا في كل صف تحت الأعمدة: {columns}',
};
