import { describe, expect, it } from 'vitest';
import { classNamed, classNameOf, classOfValues, classValues, type ClassWords } from './class-name.ts';
import { otherClass } from './detection.ts';

const words: ClassWords = {
  other: 'أخرى',
  names: new Map([
    ['hotSpot', 'بقعة ساخنة'],
    ['unnamed', ''],
  ]),
};

describe('what a class of findings is called', () => {
  it('is the name of its AI type', () => {
    expect(classNameOf('hotSpot', words)).toBe('بقعة ساخنة');
  });

  it('is the word of a detector where that is no code of an AI type, or one without a name', () => {
    for (const name of ['loose bolt', 'HotSpot', 'unnamed', 'constructor', ''])
      expect(classNameOf(name, words)).toBe(name);
  });

  it('is what a person wrote of a finding of no class, else the word for those', () => {
    expect(classNameOf(otherClass, words, 'nest')).toBe('nest');
    expect(classNameOf(otherClass, words)).toBe('أخرى');
    expect(classNameOf('hotSpot', words, 'nest')).toBe('بقعة ساخنة');
  });
});

describe('the class that somebody means', () => {
  it('is the code whose name they typed, and what they typed where there is none', () => {
    expect(classNamed(' بقعة ساخنة ', words)).toBe('hotSpot');
    expect(classNamed('أخرى', words)).toBe(otherClass);
    for (const typed of ['hotSpot', 'loose bolt', '', ' ']) expect(classNamed(typed, words)).toBe(typed);
  });
});

describe('words that are read later', () => {
  it('name a class in the language of each reader, and in another one where it has no name in that', () => {
    const values = { class: 'hotSpot', ...classValues({ zh: '发热点', en: 'Hot spot', ar: '' }) };
    expect(['zh-CN', 'en', 'ar'].map((language) => classOfValues(values, language))).toEqual([
      '发热点',
      'Hot spot',
      '发热点',
    ]);
  });

  it('name none of which they have the code alone', () => {
    expect(classOfValues({ class: 'loose bolt' }, 'en')).toBeUndefined();
    expect(classOfValues({ class: 'x', ...classValues({ zh: '', en: '', ar: '' }) }, 'en')).toBeUndefined();
  });
});
