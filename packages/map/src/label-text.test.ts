import { expect, it } from 'vitest';
import { labelAsWhole, labelByCharacters } from './label-text.ts';

it('brackets are turned on a page from right to left alone, where each is drawn as its mirror image', () => {
  expect(labelByCharacters('!!zone (1)【二】', true)).toBe('!!zone )1(】二【');
  expect(labelByCharacters('!!zone (1)【二】', false)).toBe('!!zone (1)【二】');
  expect(labelByCharacters('محطة 1 · 62%', true)).toBe('محطة 1 · 62%');
});

it('a label that is drawn whole is isolated from the direction of the page', () => {
  expect(labelAsWhole('!!zone (1)')).toBe('\u2068!!zone (1)\u2069');
});
