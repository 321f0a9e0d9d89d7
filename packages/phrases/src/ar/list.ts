import type { list as source } from '../zh-CN/list.ts';
import type { Translation } from '../words.ts';

export const list: Translation<typeof source> = {
  'list.import': 'استيراد',
  'list.importHint': 'ملف CSV أو Excel حتى 2000 صف؛ إذا كان صف واحد خاطئًا فلن يُستورد أي صف.',
  'list.chooseFile': 'اختر ملفًا',
  'list.importMend': 'صحح الصفوف التي فيها أخطاء أولًا',
  'list.importRows': '{good} صف للاستيراد، {bad} خاطئ',
  'list.importRow': 'الصف',
  'list.importProblem': 'المشكلة',
  'list.importNow': 'استيراد {count} صف',
  'list.export': 'تصدير',
  'list.exportCsv': 'تصدير CSV',
  'list.exportXlsx': 'تصدير Excel',
  'list.importTitle': 'استيراد: {title}',
  'list.imported': 'استُورد {count} صف',
  'list.template': 'قالب {title}',
  'list.history': 'سجل التغييرات',
  'list.historyNone': 'لم يغيره أحد بعد',
  'list.changedBy': 'غيّر {name}: {fields}',
};
