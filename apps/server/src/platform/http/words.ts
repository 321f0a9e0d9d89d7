import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl';
import { phrases, type PhraseId } from '@eyrie/phrases';
import type { Language } from './endpoint.ts';

const cache = createIntlCache();
const shapes = new Map<Language, IntlShape>();

// Latin digits in all three languages.
const locales: Readonly<Record<Language, string>> = { 'zh-CN': 'zh-CN', en: 'en', ar: 'ar-u-nu-latn' };

const shapeOf = (language: Language): IntlShape => {
  let shape = shapes.get(language);
  if (!shape) {
    shape = createIntl(
      {
        locale: locales[language],
        messages: phrases(language),
        onError: () => undefined,
        onWarn: () => undefined,
      },
      cache,
    ) as IntlShape;
    shapes.set(language, shape);
  }
  return shape;
};

/** A phrase in the caller's language. An id without a phrase comes back as itself. */
export const say = (language: Language, id: string, values: Record<string, string | number> = {}): string =>
  String(shapeOf(language).formatMessage({ id, defaultMessage: id }, values));

export const hasPhrase = (id: string): id is PhraseId => id in phrases('zh-CN');

/** Language of an `Accept-Language` header. Missing or `*` means Chinese. */
export const languageOf = (header: string | undefined): Language => {
  if (!header) return 'zh-CN';
  const wanted = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';');
      const q = Number(
        rest
          .find((r) => r.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { tag: tag.toLowerCase(), q: Number.isFinite(q) ? q : 0 };
    })
    .toSorted((a, b) => b.q - a.q);
  for (const { tag } of wanted) {
    if (tag.startsWith('zh') || tag === '*') return 'zh-CN';
    if (tag.startsWith('en')) return 'en';
    if (tag.startsWith('ar')) return 'ar';
  }
  return 'zh-CN';
};
