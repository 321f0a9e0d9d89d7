/** The three languages of the product; the first is the source and the default. */
export const languages = ['zh-CN', 'en', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Same ids as the source language, other text. Arguments are compared by a test. */
export type Translation<Source> = { readonly [Id in keyof Source]: string };
