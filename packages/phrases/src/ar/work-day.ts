import type { workDay as source } from '../zh-CN/work-day.ts';
import type { Translation } from '../words.ts';

export const workDay: Translation<typeof source> = {
  'workDay.title': 'العطل وأيام العمل التعويضية',
  'workDay.day': 'اليوم',
  'workDay.dayHint': 'مثل 2027-10-01',
  'workDay.kind': 'النوع',
  'workDay.kind.holiday': 'عطلة',
  'workDay.kind.makeUp': 'يوم عمل تعويضي',
  'workDay.anyKind': 'أي نوع',
  'workDay.search': 'ابحث بالاسم أو اليوم',
  'workDay.none': 'لا توجد أيام بعد. أضفها واحدًا واحدًا أو استورد ملف CSV أو Excel أو iCalendar.',
  'workDay.noneFound': 'لا يوجد يوم مطابق',
  'workDay.hint':
    'يمكن للمهام المتكررة أن تتخطى العطل وأن تطير في أيام العمل التعويضية. يُعاد التخطيط خلال ثوانٍ عند التغيير، إلا ما يبدأ خلال دقيقة.',
  'workDay.add': 'إضافة يوم',
  'workDay.edit': 'تعديل اليوم',
  'workDay.saved': 'تم حفظ اليوم',
  'workDay.deleted': 'تم حذف اليوم',
  'workDay.deleteTitle': 'حذف {name}؟',
  'workDay.importNote':
    'في ملف iCalendar تُعد الأيام التي يذكر اسمها العمل التعويضي أيام عمل، وما عداها عطلًا. راجعها قبل الحفظ.',
  'workDay.skipHolidays': 'ليس في العطل',
  'workDay.makeUpDays': 'أيضًا في أيام العمل التعويضية',
  'permission.task:days': 'إدارة العطل وأيام العمل التعويضية',
  'auditLog.word.workDay': 'العطل وأيام العمل التعويضية',
  'refusal.workDayTaken': '{day} موجود في التقويم بالفعل',
  'refusal.workDaysFull': 'التقويم ممتلئ؛ احذف الأيام الماضية أولًا',
  'timer.task.replan': 'إعادة تخطيط المهام بحسب العطل المعدلة',
  'detail.key.skipHolidays': 'ليس في العطل',
  'detail.key.makeUpDays': 'أيضًا في أيام العمل التعويضية',
  'detail.key.day': 'اليوم',
};
