import { first as ar } from './ar/first.ts';
import { first as en } from './en/first.ts';
import { first as zhCN } from './zh-CN/first.ts';
import type { Language } from './words.ts';

export type FirstPhraseId = keyof typeof zhCN;

/** The texts of the sign-in page in every language, without the rest of the product's. */
export const firstPhrases: Readonly<Record<Language, Readonly<Record<FirstPhraseId, string>>>> = {
  'zh-CN': zhCN,
  en,
  ar,
};
