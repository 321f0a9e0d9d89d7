import type { flightControl as source } from '../zh-CN/flight-control.ts';
import type { Translation } from '../words.ts';

export const flightControl: Translation<typeof source> = {
  'command.flyTo': 'الطيران إلى نقطة',
  'command.flyToStop': 'التوقف في الطريق إلى النقطة',
  'refusal.droneMustFly': 'يجب أن تكون الطائرة في حالة طيران',
  'refusal.returnRuns': 'الطائرة عائدة إلى نقطة الانطلاق، ألغِ العودة أولًا',
  'refusal.routeRuns': 'الطائرة تنفذ مسارًا، أوقف المسار مؤقتًا أولًا',
  'refusal.notFlyingTo': 'الطائرة ليست في طريقها إلى نقطة',
  'refusal.pointHeight': 'ارتفاع النقطة {height} م فوق الإهليلج، ويجب أن يكون من {least} إلى {most} م',
  'refusal.pointFar': 'تبعد النقطة {metres} م عن موضع الإقلاع، وحد المسافة للطائرة {most} م',
  'refusal.pointBattery': 'البطارية {value}٪، والذهاب والعودة يحتاجان إلى {limit}٪',
  'refusal.pointHigh': 'يبلغ ارتفاع الطريق {value} م، وحد ارتفاع الطائرة {limit} م',
  'refusal.pointGround': 'تحت الطريق {value} م من الهواء، والمطلوب {limit} م على الأقل',
  'refusal.pointRegion': 'منطقة تمنع هذا الطريق: {value}',
  'refusal.pointUnchecked': 'تعذر فحص الطريق كاملًا: يجب معرفة البطارية والارتفاع والأرض والمناطق',
  'monitor.effect.flyTo': 'تطير الطائرة مباشرة إلى هذه النقطة وتحوم عندها خارج أي مسار',
  'auditLog.verb.flyTo': 'أُرسلت إلى نقطة',
  'auditLog.verb.flyToStop': 'أُوقفت في الطريق إلى نقطة',
  'detail.key.maxSpeed': 'السرعة القصوى',
  'permission./flightControl': 'الطيران اليدوي',
  'flightControl.noDock': 'اختر محطة أولًا ثم قُد طائرتها يدويًا',
  'flightControl.flight': 'التحكم في الطيران',
  'flightControl.payload': 'التحكم في الحمولة',
};
