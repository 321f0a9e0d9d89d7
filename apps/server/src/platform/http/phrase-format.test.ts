import { languages, phrases } from '@eyrie/phrases';
import { formatPhrase } from '@eyrie/phrases/format';
import { expect, it } from 'vitest';
import { say } from './words.ts';

/** The same as in `words.ts`. */
const locales = { 'zh-CN': 'zh-CN', en: 'en', ar: 'ar-u-nu-latn' } as const;
const figures = [0, 1, 2, 3, 7, 11, 12, 99, 100, 101, 103, 1234.5, -1];
const nameOf = /\{\s*(\w+)/g;

it.each(languages)('writes each phrase of %s as the ICU formatter does', (language) => {
  for (const [id, pattern] of Object.entries(phrases(language)))
    for (const figure of pattern.includes('{') ? figures : [0]) {
      const values = Object.fromEntries([...pattern.matchAll(nameOf)].map(([, name = '']) => [name, figure]));
      expect(formatPhrase(pattern, locales[language], values), `${id} ${figure}`).toBe(
        say(language, id, values),
      );
    }
});

it('writes figures in the digits of the locale, and leaves texts as they are', () => {
  const pattern = '{name}: {count, plural, one {# row} other {# rows}}, {sum, number}';
  expect(formatPhrase(pattern, 'ar-u-nu-arab', { name: '{a} 1', count: 2, sum: 3 })).toBe('{a} 1: ٢ rows, ٣');
  expect(formatPhrase("it''s {name}", 'en', {})).toBe("it's ");
});
