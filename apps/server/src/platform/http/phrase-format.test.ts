import { languages, phrases } from '@eyrie/phrases';
import { formatPhrase, withoutMarks } from '@eyrie/phrases/format';
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
  expect(formatPhrase(pattern, 'ar-u-nu-arab', { name: '{a} 1', count: 2, sum: 3 })).toBe(
    '\u2068{a} 1\u2069: ٢ rows, ٣',
  );
  expect(formatPhrase("it''s {name}", 'en', {})).toBe("it's ");
});

it('sets every text that is put into an Arabic sentence apart, in both formatters, and no other', () => {
  const typed = '!!bad sn';
  for (const [id, pattern] of Object.entries(phrases('ar'))) {
    const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const values = Object.fromEntries([...pattern.matchAll(nameOf)].map(([, name = '']) => [name, 1]));
    const given = { ...values, ...Object.fromEntries(names.map((name) => [name, typed])) };
    const said = [formatPhrase(pattern, locales.ar, given), say('ar', id, given)];
    expect(said[0], id).toBe(said[1]);
    for (const one of said) {
      const all = one.split(typed).length - 1;
      expect(one.split(`\u2068${typed}\u2069`).length - 1, id).toBe(all);
      if (names.length > 0 && !pattern.includes(', plural')) expect(all, id).toBeGreaterThan(0);
    }
  }
  for (const language of ['zh-CN', 'en'] as const)
    expect(say(language, 'issue.withValue', { issue: 'a', value: typed })).not.toContain('\u2068');
  expect(withoutMarks(formatPhrase('{a}', 'ar', { a: typed }))).toBe(typed);
});

it('chooses by a word as the ICU formatter does', () => {
  const counts = { docks: 1, regions: 2, layers: 3, files: 4 };
  for (const language of languages)
    for (const flight of ['yes', 'no']) {
      const pattern = phrases(language)['mapShare.contentOf'];
      expect(formatPhrase(pattern, locales[language], { ...counts, flight })).toBe(
        say(language, 'mapShare.contentOf', { ...counts, flight }),
      );
    }
});
