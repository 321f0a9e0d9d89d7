import type { Language } from '@eyrie/phrases';

type Words = Readonly<Record<Language, string>>;

/** What things of the demo's past are called. Each is found again by its words when the first visitor reads another language. */
export const words = {
  routeEast: { 'zh-CN': '东区风机巡检', en: 'East turbines', ar: 'توربينات الشرق' },
  routeWest: { 'zh-CN': '西区道路巡查', en: 'West road patrol', ar: 'دورية الطريق الغربي' },
  routePasture: { 'zh-CN': '南区草场环线', en: 'South pasture loop', ar: 'حلقة المرعى الجنوبي' },
  routeLine: { 'zh-CN': '南区集电线路', en: 'South power line', ar: 'خط الكهرباء الجنوبي' },
  foundation: { 'zh-CN': '基础裂缝', en: 'Foundation crack', ar: 'شرخ في الأساس' },
  erosion: { 'zh-CN': '水土流失', en: 'Soil erosion', ar: 'تآكل التربة' },
  road: { 'zh-CN': '道路破损', en: 'Road damage', ar: 'تلف في الطريق' },
  insulator: { 'zh-CN': '绝缘子缺陷', en: 'Insulator defect', ar: 'عيب في العازل' },
  vegetation: { 'zh-CN': '植被异常', en: 'Vegetation anomaly', ar: 'خلل في الغطاء النباتي' },
  repaired: {
    'zh-CN': '已现场处理并复核。',
    en: 'Repaired on site and checked again.',
    ar: 'أُصلح في الموقع وأُعيد فحصه.',
  },
  notWorthIt: {
    'zh-CN': '影响轻微,继续观察。',
    en: 'Of little consequence; kept under observation.',
    ar: 'تأثيره طفيف ويبقى قيد المراقبة.',
  },
  notOurs: {
    'zh-CN': '不属于本班组,请改派。',
    en: 'Not ours; please assign it to another team.',
    ar: 'ليس من اختصاصنا، يُرجى إسناده إلى فريق آخر.',
  },
  mast: { 'zh-CN': '测风塔禁飞区', en: 'Met mast, no flights', ar: 'برج قياس الرياح، ممنوع الطيران' },
  marsh: { 'zh-CN': '湿地禁降区', en: 'Marsh, no landings', ar: 'مستنقع، ممنوع الهبوط' },
  meadow: { 'zh-CN': '备降草地', en: 'Meadow for landings', ar: 'مرج للهبوط البديل' },
  farm: { 'zh-CN': '东区风场范围', en: 'East wind farm', ar: 'مزرعة الرياح الشرقية' },
  share: { 'zh-CN': '风场实况(访客)', en: 'Wind farm for visitors', ar: 'مزرعة الرياح للزوار' },
  dockProgramme: { 'zh-CN': '机场半年保养', en: 'Half-yearly dock service', ar: 'صيانة نصف سنوية للمحطة' },
  droneProgramme: {
    'zh-CN': '飞行器百架次保养',
    en: 'Aircraft service every 100 flights',
    ar: 'صيانة الطائرة كل 100 رحلة',
  },
  batteryProgramme: { 'zh-CN': '电池寿命', en: 'Battery life', ar: 'عمر البطارية' },
  report: { 'zh-CN': '风场巡检月报', en: 'Wind farm inspection', ar: 'تقرير فحص مزرعة الرياح' },
  intro: {
    'zh-CN': '本月按计划完成风机、道路、草场与集电线路的自动巡检。',
    en: 'Turbines, roads, pasture and the power line were inspected on schedule this month.',
    ar: 'فُحصت هذا الشهر التوربينات والطرق والمراعي وخط الكهرباء وفق الخطة.',
  },
  conclusion: {
    'zh-CN': '设备总体状态良好,发现的问题均已派单处理。',
    en: 'The equipment is in good order; everything that was found has been assigned and handled.',
    ar: 'المعدات بحالة جيدة، وقد أُسندت كل الملاحظات وعولجت.',
  },
  noteNight: {
    'zh-CN': '夜班无异常,西区机场保险即将到期,请跟进。',
    en: 'A quiet night. The insurance of the west dock runs out soon, please follow up.',
    ar: 'ليلة هادئة. تأمين المحطة الغربية ينتهي قريبًا، يُرجى المتابعة.',
  },
  noteWind: {
    'zh-CN': '下午阵风较大,东区两个架次改期。',
    en: 'Strong gusts in the afternoon; two flights of the east dock were moved.',
    ar: 'هبات قوية بعد الظهر؛ أُجّلت رحلتان للمحطة الشرقية.',
  },
  handled: {
    'zh-CN': '已现场检查,恢复正常。',
    en: 'Checked on site, back to normal.',
    ar: 'فُحص في الموقع وعاد إلى طبيعته.',
  },
} as const satisfies Readonly<Record<string, Words>>;
export type Word = keyof typeof words;
export type Say = (word: Word) => string;

export const sayIn =
  (language: Language): Say =>
  (word) =>
    words[word][language];
