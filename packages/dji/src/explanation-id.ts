import type { CodeFamily } from '@eyrie/domain';
import { breakMeaning, breakReasons } from './break-reasons.ts';
import { errorCodes, errorMeaning } from './error-codes.ts';
import { breaksAr } from './texts/breaks.ar.ts';
import { breaksEn } from './texts/breaks.en.ts';
import { breaksZh } from './texts/breaks.zh.ts';
import { errorsAr } from './texts/errors.ar.ts';
import { errorsEn } from './texts/errors.en.ts';
import { errorsZh } from './texts/errors.zh.ts';
import { healthAr } from './texts/health.ar.ts';
import { healthEn } from './texts/health.en.ts';
import { healthZh } from './texts/health.zh.ts';
import { outcomesAr } from './texts/outcomes.ar.ts';
import { outcomesEn } from './texts/outcomes.en.ts';
import { outcomesZh } from './texts/outcomes.zh.ts';
import type { DeviceLanguage } from './errors.ts';

const sources = {
  health: { 'zh-CN': healthZh, en: healthEn, ar: healthAr },
  error: {
    'zh-CN': { ...errorsZh, ...breaksZh },
    en: { ...errorsEn, ...breaksEn },
    ar: { ...errorsAr, ...breaksAr },
  },
  outcome: { 'zh-CN': outcomesZh, en: outcomesEn, ar: outcomesAr },
} as const;

/** Meanings by language and id. Reasons for leaving a route and results of commands share theirs. */
export const meanings: Readonly<Record<DeviceLanguage, ReadonlyMap<string, string>>> = {
  'zh-CN': gathered('zh-CN'),
  en: gathered('en'),
  ar: gathered('ar'),
};

function gathered(language: DeviceLanguage): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(sources).flatMap(([family, texts]) =>
      Object.entries(texts[language]).map(([key, text]): [string, string] => [`${family}.${key}`, text]),
    ),
  );
}

/** Every code that can be explained, by family, as devices write it. */
export const explainedCodes = (family: CodeFamily): readonly string[] => {
  if (family === 'error') return errorCodes().map(String);
  if (family === 'break') return breakReasons().map(String);
  if (family === 'outcome') return Object.keys(outcomesEn);
  return [...new Set(Object.keys(healthEn).map((key) => `0x${key.replace('_SKY', '')}`))];
};

/** Codes of which a word stands in the meaning, in any language. Lower case. */
export const codesSaying = (family: CodeFamily, word: string): string[] => {
  const wanted = word.trim().toLowerCase();
  if (wanted === '') return [];
  const says = (id: string | null): boolean =>
    id !== null && Object.values(meanings).some((texts) => texts.get(id)?.toLowerCase().includes(wanted));
  return explainedCodes(family)
    .filter((code) => says(explanationId(family, code)) || says(explanationId(family, code, true)))
    .map((code) => code.toLowerCase());
};

const bare = (code: string): string => code.trim().replace(/^0x/i, '').toUpperCase();
const number = (code: string): number => (/^-?\d{1,9}$/.test(code.trim()) ? Number(code) : Number.NaN);

/**
 * Names the words for a code, such as `health.19110014` or `error.coverOpenFailed`; null for a code nobody wrote down.
 * Codes are compared without regard to case; in flight the words for the air come first.
 */
export const explanationId = (family: CodeFamily, code: string, inTheSky = false): string | null => {
  if (family === 'health') {
    const key = bare(code);
    const keys = inTheSky ? [`${key}_SKY`, key] : [key];
    const found = keys.find((one) => Object.hasOwn(healthEn, one));
    return found === undefined ? null : `health.${found}`;
  }
  if (family === 'outcome') return Object.hasOwn(outcomesEn, code) ? `outcome.${code}` : null;
  const meaning = family === 'error' ? errorMeaning(number(code)) : breakMeaning(number(code));
  return meaning === null ? null : `error.${meaning}`;
};
