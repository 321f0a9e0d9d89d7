import type { DeviceLanguage } from '../errors.ts';

interface UnknownTexts {
  meaning(code: string, module: string | null): string;
  module(number: number): string;
  cause: string;
  nextStep: string;
}

/** What is said of a code that nobody wrote down. Part of a device: flight task, device, media, health. */
export const unknownTexts: Readonly<Record<DeviceLanguage, UnknownTexts>> = {
  'zh-CN': {
    meaning: (code, module) => (module ? `未收录的代码 ${code}（${module}）` : `未收录的代码 ${code}`),
    module: (number) => ['飞行任务', '设备管理', '媒体', '健康管理'][number] ?? `模块 ${number}`,
    cause: '该代码不在已知列表中，可能来自较新的固件。',
    nextStep: '记下代码和时间，向设备厂商查询；反复出现时暂停飞行并检查设备。',
  },
  en: {
    meaning: (code, module) => (module ? `Unlisted code ${code} (${module})` : `Unlisted code ${code}`),
    module: (number) => ['flight task', 'device', 'media', 'health'][number] ?? `module ${number}`,
    cause: 'The code is not in the known list; newer firmware may have brought it.',
    nextStep:
      'Note code and time and ask the maker of the device. If it keeps coming, stop flying and check the device.',
  },
  ar: {
    meaning: (code, module) => (module ? `رمز غير مدرج ${code} (${module})` : `رمز غير مدرج ${code}`),
    module: (number) => ['مهمة الطيران', 'الجهاز', 'الوسائط', 'الصحة'][number] ?? `الوحدة ${number}`,
    cause: 'الرمز ليس في القائمة المعروفة، وقد يأتي من برنامج ثابت أحدث.',
    nextStep: 'سجّل الرمز والوقت واسأل مصنّع الجهاز. إن تكرر فأوقف الطيران وافحص الجهاز.',
  },
};
