import { errorMeaning } from './error-codes.ts';
import { errorsAr } from './texts/errors.ar.ts';
import { errorsEn } from './texts/errors.en.ts';
import { errorsZh } from './texts/errors.zh.ts';

export const deviceLanguages = ['zh-CN', 'en', 'ar'] as const;
export type DeviceLanguage = (typeof deviceLanguages)[number];

const texts = { 'zh-CN': errorsZh, en: errorsEn, ar: errorsAr } as const;
const other = {
  'zh-CN': '设备返回错误',
  en: 'The device reports an error',
  ar: 'أبلغ الجهاز عن خطأ',
} as const;

/** What a result code of a device means, for people; a general sentence for codes nobody wrote down. */
export const errorText = (code: number, language: DeviceLanguage): string => {
  const meaning = errorMeaning(code);
  return meaning === null ? other[language] : texts[language][meaning];
};

/** The words first, and the code behind them: consumers look for it inside the message, people ask support by it. */
export const errorMessage = (code: number, language: DeviceLanguage): string => {
  const words = errorText(code, language);
  return language === 'zh-CN' ? `${words}（${code}）` : `${words} (${code})`;
};
