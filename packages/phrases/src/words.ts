/** The three languages of the product; the first is the source and the default. */
export const languages = ['zh-CN', 'en', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Same ids as the source language, other text. Arguments are compared by a test. */
export type Translation<Source> = { readonly [Id in keyof Source]: string };

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
    .toSorted((a, b) => b.quality - a.quality);
  for (const { tag } of ranked) {
    if (tag === '*' || tag.startsWith('zh')) return 'zh-CN';
    if (tag.startsWith('en')) return 'en';
    if (tag.startsWith('ar')) return 'ar';
  }
  return 'zh-CN';
};
