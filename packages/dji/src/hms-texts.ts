import type { HealthItem } from '@eyrie/domain';
import type { DeviceLanguage } from './errors.ts';
import { healthAr } from './texts/health.ar.ts';
import { healthEn } from './texts/health.en.ts';
import { healthZh } from './texts/health.zh.ts';

const texts: Readonly<Record<DeviceLanguage, Readonly<Record<string, string>>>> = {
  'zh-CN': healthZh,
  en: healthEn,
  ar: healthAr,
};

const sides: Readonly<Record<DeviceLanguage, readonly [left: string, right: string]>> = {
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

const argument = (item: Omit<HealthItem, 'text'>, name: string): number | null => {
  const value = item.args[name];
  const number = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : null;
};

const fillers: Readonly<
  Record<string, (item: Omit<HealthItem, 'text'>, language: DeviceLanguage) => string>
> = {
  cover: (item, language) => sides[language][argument(item, 'sensor_index') ?? 2] ?? '',
  battery: (item, language) => {
    const index = argument(item, 'sensor_index');
    return index === null ? '' : batterySides[language][index === 0 ? 0 : 1];
  },
  rod: (item, language) => rods[language][argument(item, 'sensor_index') ?? rods[language].length] ?? '',
};

const bare = (code: string): string => code.replace(/^0x/i, '').toUpperCase();

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Own short wording of an alarm. In flight the wording for the air comes first. A code nobody wrote down is
 * shown as it was sent. An argument the device left out leaves its word out.
 */
export const hmsText = (item: Omit<HealthItem, 'text'>, language: DeviceLanguage): string => {
  const table = texts[language];
  const code = bare(item.code);
  const keys = item.inTheSky ? [`${code}_SKY`, code] : [code];
  const key = keys.find((candidate) => Object.hasOwn(table, candidate));
  const text = key === undefined ? undefined : table[key];
  if (text === undefined) return item.code;
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => fillers[name]?.(item, language) ?? '');
  return upperFirst(filled.replaceAll(/\s+/g, ' ').trim());
};
