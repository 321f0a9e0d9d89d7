import { phrases as ar } from './ar/index.ts';
import { phrases as en } from './en/index.ts';
import { phrases as zhCN } from './zh-CN/index.ts';
import type { Language } from './words.ts';

export { languages } from './words.ts';
export type { Language } from './words.ts';

/** Flat id of a text, `word.key`. */
export type PhraseId = keyof typeof zhCN;
export type Phrases = Readonly<Record<PhraseId, string>>;

const all: Readonly<Record<Language, Phrases>> = { 'zh-CN': zhCN, en, ar };

/** Every text of a language as ICU messages, by id. */
export const phrases = (language: Language): Phrases => all[language];

/** The best of our languages for an `Accept-Language` header or a browser's list; Chinese when none fits. */
export const languageOf = (wanted: string | null | undefined): Language => {
  const ranked = (wanted ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of ranked) {
    if (tag === '*' || tag.startsWith('zh')) return 'zh-CN';
    if (tag.startsWith('en')) return 'en';
    if (tag.startsWith('ar')) return 'ar';
  }
  return 'zh-CN';
};
