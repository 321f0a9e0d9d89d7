import { expect, test } from 'vitest';
import { facesOf, piecesOf, rangeOf } from './font-pieces.ts';

const sheet = `
@font-face {
  font-family: 'One';
  src: url(./files/a.woff2) format('woff2-variations');
  unicode-range: U+4e00-4e10,U+767b;
}
@font-face {
  font-family: 'One';
  src: url(./files/b.woff2) format('woff2-variations');
  unicode-range: U+5f55;
}`;

test('the slices of a font are read from its style sheet', () => {
  expect(facesOf(sheet)).toEqual([
    {
      file: './files/a.woff2',
      ranges: [
        [0x4e00, 0x4e10],
        [0x767b, 0x767b],
      ],
    },
    { file: './files/b.woff2', ranges: [[0x5f55, 0x5f55]] },
  ]);
});

test('each character is taken from the slice that has it, and one that none has from nowhere', () => {
  expect(piecesOf(facesOf(sheet), ['登', '录', '一', 'ع'])).toEqual([
    { file: './files/a.woff2', characters: ['登', '一'] },
    { file: './files/b.woff2', characters: ['录'] },
  ]);
});

test('characters are named as a style sheet wants them', () => {
  expect(rangeOf(['登', 'ع'])).toBe('U+767b,U+639');
});
