/** A name in the three languages of the product. At least one is given; the others fall back to it. */
export interface Names {
  zh: string;
  en: string;
  ar: string;
}
/** What is given of it: missing and empty names fall back to another language. */
export type GivenNames = { [Language in keyof Names]?: string | undefined };

/** Languages of names, in the order in which one stands in for another. */
export const nameLanguages = ['zh', 'en', 'ar'] as const;
export type NameLanguage = (typeof nameLanguages)[number];

export const fullNames = (given: GivenNames): Names => ({
  zh: given.zh ?? '',
  en: given.en ?? '',
  ar: given.ar ?? '',
});

export const hasName = (names: GivenNames): boolean => nameLanguages.some((one) => Boolean(names[one]));

/** The name in a language and, when it is given in others only, which one it is in. */
export function nameIn(names: Names, language: NameLanguage): { name: string; language: NameLanguage } {
  const found = [language, ...nameLanguages].find((one) => names[one] !== '') ?? language;
  return { name: names[found], language: found };
}

/** `zh-CN` of the product is `zh` of a name. */
export const nameLanguageOf = (language: string): NameLanguage =>
  nameLanguages.find((one) => language === one || language.startsWith(`${one}-`)) ?? 'zh';
