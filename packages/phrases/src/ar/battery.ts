import type { battery as source } from '../zh-CN/battery.ts';
import type { Translation } from '../words.ts';

export const battery: Translation<typeof source> = {
  'battery.percent': 'الشحن',
  'battery.storedDays': 'أيام التخزين شبه ممتلئة',
  'battery.add': 'إضافة بطارية',
  'battery.none': 'لا بطاريات بعد. تُكتشف عند اتصال الطائرة، ويمكن إضافتها أو استيرادها.',
  'permission./BatteryAdmin': 'إدارة البطاريات',
  'auditLog.word.battery': 'البطارية',
  'battery.spread': 'فرق الجهد في طائرتها',
  'battery.spreadHint':
    'أعلى جهد ناقص أدناه بين بطاريات الطائرة الواحدة؛ لا تبلغ الأجهزة عن جهد الخلايا المفردة',
  'battery.replaceSoon': 'تُستبدل قريبا',
  'battery.replaceAny': 'تُستبدل أو لا',
  'battery.replaceNot': 'لم يُبلغ حد أي قاعدة',
  'battery.replaceRule': '«{programme}»: {rule} من {limit} فصاعدا',
  'battery.replaceRules': 'تُستبدل البطارية قريبا عند تحقق أي مما يلي: {rules}. تُضبط في برامج الصيانة.',
  'battery.replaceNoRules': 'لا قاعدة بعد لاستبدال البطاريات؛ يمكن ضبطها في برنامج صيانة للبطاريات.',
  'battery.replaceMet': '«{programme}»: {rule} من {limit} فصاعدا، الآن {used}',
  'battery.storeMode': 'وضع التخزين',
  'battery.storeMode.plan': '{dock}: تخزين مخطط، يُحفظ عند {from}–{to}%',
  'battery.storeMode.standby': '{dock}: تخزين للطوارئ، يُحفظ عند {from}–{to}%',
  'battery.storeSet': 'ضبطه على المحطة',
  'battery.trend': 'الاتجاه',
  'battery.trendNone': 'لم يُسجل شيء في هذه المدة؛ تُسجل البطارية المتصلة مرة في الساعة على الأكثر',
  'battery.trendDays': 'آخر {days} يوما',
  'battery.trendSummary': '{figure}: من {first} إلى {last}، الأدنى {min}، الأعلى {max}، {count} نقطة',
  'battery.trendTable': 'كجدول',
  'detail.key.replaceSoon': 'تُستبدل قريبا',
};
