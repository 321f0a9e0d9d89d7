import { phrases as ar } from './ar/phrases.generated.ts';
import { phrases as en } from './en/phrases.generated.ts';
import { phrases as zhCN } from './zh-CN/phrases.generated.ts';
import type { Language } from './words.ts';

export { languageOf, languages } from './words.ts';
export type { Language } from './words.ts';

/** Flat id of a text, `word.key`. */
export type PhraseId = keyof typeof zhCN;
export type Phrases = Readonly<Record<PhraseId, string>>;

const all: Readonly<Record<Language, Phrases>> = { 'zh-CN': zhCN, en, ar };

/** Every text of a language as ICU messages, by id. */
export const phrases = (language: Language): Phrases => all[language];
