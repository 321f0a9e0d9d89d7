import type { Names } from '../names.ts';

interface BuiltInGroup {
  names: Names;
  codes: readonly { code: string; names: Names }[];
}

/** Groups that the product itself reads: every organisation has them, fills them as it likes and cannot lose them. */
export const builtInGroups = {
  insuranceCompany: {
    names: { zh: '保险公司', en: 'Insurance companies', ar: 'شركات التأمين' },
    codes: [
      { code: 'PICC', names: { zh: '人保财险', en: 'PICC P&C', ar: 'بيك للتأمين' } },
      { code: 'PINGAN', names: { zh: '平安产险', en: 'Ping An P&C', ar: 'بينغ آن للتأمين' } },
      { code: 'CPIC', names: { zh: '太平洋产险', en: 'CPIC Property', ar: 'المحيط الهادئ للتأمين' } },
      { code: 'CLPC', names: { zh: '国寿财险', en: 'China Life P&C', ar: 'تشاينا لايف للتأمين' } },
    ],
  },
  overrideReason: {
    names: { zh: '接管控制原因', en: 'Reasons for taking control', ar: 'أسباب تولي التحكم' },
    codes: [
      {
        code: 'emergency',
        names: { zh: '突发情况应急处置', en: 'Emergency response', ar: 'استجابة لحالة طارئة' },
      },
      { code: 'handover', names: { zh: '值班人员交接班', en: 'Change of shift', ar: 'تبديل المناوبة' } },
      {
        code: 'noAnswer',
        names: { zh: '当前操作人无响应', en: 'Holder does not answer', ar: 'المتحكم لا يستجيب' },
      },
      { code: 'safety', names: { zh: '保障飞行安全', en: 'Flight safety', ar: 'سلامة الطيران' } },
    ],
  },
  falseAlarmReason: {
    names: { zh: '误报原因', en: 'Reasons of false alarms', ar: 'أسباب الإنذارات الكاذبة' },
    codes: [
      { code: 'shadow', names: { zh: '阴影或反光', en: 'Shadow or reflection', ar: 'ظل أو انعكاس' } },
      { code: 'dirt', names: { zh: '污渍或水迹', en: 'Dirt or water', ar: 'اتساخ أو ماء' } },
      { code: 'otherThing', names: { zh: '识别为其他物体', en: 'Something else', ar: 'شيء آخر' } },
      { code: 'harmless', names: { zh: '正常状态', en: 'As it should be', ar: 'حالة سليمة' } },
      { code: 'twice', names: { zh: '重复识别', en: 'Found twice', ar: 'كُشف مرتين' } },
      { code: 'unclear', names: { zh: '图像不清晰', en: 'Picture not clear', ar: 'صورة غير واضحة' } },
    ],
  },
  aiType: {
    names: { zh: 'AI分析类型', en: 'AI types', ar: 'أنواع التحليل الذكي' },
    codes: [
      { code: 'crack', names: { zh: '裂缝', en: 'Crack', ar: 'شق' } },
      { code: 'smoke', names: { zh: '烟火', en: 'Smoke or fire', ar: 'دخان أو نار' } },
      { code: 'person', names: { zh: '人员', en: 'Person', ar: 'شخص' } },
      { code: 'vehicle', names: { zh: '车辆', en: 'Vehicle', ar: 'مركبة' } },
      { code: 'waste', names: { zh: '垃圾堆放', en: 'Waste', ar: 'نفايات' } },
      { code: 'water', names: { zh: '积水', en: 'Standing water', ar: 'مياه راكدة' } },
      { code: 'hotSpot', names: { zh: '发热点', en: 'Hot spot', ar: 'بقعة ساخنة' } },
    ],
  },
  workOrderType: {
    names: { zh: '工单类型', en: 'Work-order types', ar: 'أنواع أوامر العمل' },
    codes: [
      { code: 'inspection', names: { zh: '巡检', en: 'Inspection', ar: 'تفتيش' } },
      { code: 'repair', names: { zh: '维修', en: 'Repair', ar: 'إصلاح' } },
      { code: 'cleaning', names: { zh: '清理', en: 'Cleaning', ar: 'تنظيف' } },
      { code: 'emergency', names: { zh: '应急处置', en: 'Emergency', ar: 'طوارئ' } },
    ],
  },
} as const satisfies Record<string, BuiltInGroup>;

export type BuiltInGroupKey = keyof typeof builtInGroups;
export const builtInGroupKeys = Object.keys(builtInGroups) as BuiltInGroupKey[];
export const isBuiltInGroup = (group: string): group is BuiltInGroupKey =>
  (builtInGroupKeys as string[]).includes(group);
