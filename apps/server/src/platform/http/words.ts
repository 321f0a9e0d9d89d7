import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl';
import { phrases, type PhraseId } from '@eyrie/phrases';
import { valuesApart } from '@eyrie/phrases/format';
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
    );
    shapes.set(language, shape);
  }
  return shape;
};

/** A phrase in the caller's language. An id without a phrase comes back as itself. */
export const say = (language: Language, id: string, values: Record<string, string | number> = {}): string => {
  const pattern = hasPhrase(id) ? phrases(language)[id] : id;
  const apart = valuesApart(pattern, locales[language], values);
  return String(shapeOf(language).formatMessage({ id, defaultMessage: id }, apart));
};

export const hasPhrase = (id: string): id is PhraseId => id in phrases('zh-CN');
