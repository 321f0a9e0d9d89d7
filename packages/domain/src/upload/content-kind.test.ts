import { expect, it } from 'vitest';
import { contentKind, isTiff } from './content-kind.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));
const jpeg = bytes('\u00ff\u00d8\u00ff\u00e1');

it.each([
  ['one.JPG', jpeg, 'photo'],
  ['one.mp4', bytes('\0\0\0\u0018ftypisom'), 'video'],
  ['one.MRK', bytes('1\t2'), 'other'],
  ['one.jpg', bytes('<svg xmlns'), null],
  ['one.txt', jpeg, null],
  ['one.svg', bytes('<svg xmlns'), null],
  ['one.html', bytes('<html>'), null],
  ['one.exe', bytes('MZ'), null],
  ['one', jpeg, null],
  ['one.jpg', new Uint8Array(), null],
])('%s is what its content is', (name, head, kind) => {
  expect(contentKind(name, head)).toBe(kind);
});

it('a TIFF is one by both', () => {
  expect(isTiff('one.tif', bytes('II*\0'))).toBe(true);
  expect(isTiff('one.dng', bytes('II*\0'))).toBe(false);
  expect(isTiff('one.tif', jpeg)).toBe(false);
});
