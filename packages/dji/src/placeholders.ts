import type { DeviceLanguage } from './errors.ts';

export type CodeArgs = Readonly<Record<string, number | string>>;

const sides: Readonly<Record<DeviceLanguage, readonly string[]>> = {
  'zh-CN': ['左', '右'],
  en: ['Left', 'Right'],
  ar: ['الأيسر', 'الأيمن'],
};
const batterySides: typeof sides = { ...sides, ar: ['اليسرى', 'اليمنى'] };
const rods: Readonly<Record<DeviceLanguage, readonly string[]>> = {
  'zh-CN': ['前', '后', '左', '右'],
  en: ['Front', 'Back', 'Left', 'Right'],
  ar: ['الأمامية', 'الخلفية', 'اليسرى', 'اليمنى'],
};

/** A whole number that is not negative, or its text; null for everything else a device may send. */
const argument = (args: CodeArgs, name: string): number | null => {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  const number = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : null;
};

type Filler = (args: CodeArgs, language: DeviceLanguage, code: string) => string;
const cover: Filler = (args, language) => sides[language][argument(args, 'sensor_index') ?? 2] ?? '';
const rod: Filler = (args, language) => rods[language][argument(args, 'sensor_index') ?? 4] ?? '';
const battery: Filler = (args, language) => {
  const index = argument(args, 'sensor_index');
  return index === null ? '' : (batterySides[language][index === 0 ? 0 : 1] ?? '');
};
const index: Filler = (args) => {
  const sensor = argument(args, 'sensor_index');
  return sensor === null ? '' : String(sensor + 1);
};
const component: Filler = (args) => {
  const part = argument(args, 'component_index');
  // There are two at most; some firmware counts on.
  return part === null ? '' : String(Math.min(2, Math.max(1, part + 1)));
};

/** Our own marks in braces, and those of the vendor's texts. */
const fillers: Readonly<Record<string, Filler>> = {
  cover,
  rod,
  battery,
  index,
  component,
  '%alarmid': (_args, _language, code) => code,
  '%index': index,
  '%component_index': component,
  '%battery_index': battery,
  '%dock_cover_index': cover,
  '%charging_rod_index': rod,
};

/** What a mark without a name stands for: texts of covers and rods are written that way. */
const unnamed = (text: string): Filler =>
  /rod|推杆|ذراع/i.test(text) ? rod : /cover|舱盖|غطاء/i.test(text) ? cover : index;

const marks =
  /\{(\w+)\}|(%alarmid|%component_index|%battery_index|%dock_cover_index|%charging_rod_index|%index)|%(?:\d\$)?[sd]/g;
const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A text with its marks filled. What the device left out, or wrote beyond sense, leaves its word out. */
export const fillMarks = (text: string, code: string, args: CodeArgs, language: DeviceLanguage): string => {
  const filled = text.replaceAll(marks, (_mark, own: string | undefined, vendor: string | undefined) =>
    (fillers[own ?? vendor ?? ''] ?? unnamed(text))(args, language, code),
  );
  return upperFirst(filled.replaceAll(/\s+/g, ' ').trim());
};
