import { expect, it } from 'vitest';
import { contentKind, layerKind } from './content-kind.ts';

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

it.each([
  ['one.tif', bytes('II*\0'), 'raster'],
  ['one.TIFF', bytes('MM\0*'), 'raster'],
  ['one.las', bytes('LASF'), 'pointCloud'],
  ['one.LAZ', bytes('LASF'), 'pointCloud'],
  ['one.dng', bytes('II*\0'), null],
  ['one.tif', bytes('LASF'), null],
  ['one.las', bytes('II*\0'), null],
  ['one.laz', bytes('PK\u0003\u0004'), null],
  ['one.jpg', jpeg, null],
])('%s becomes a layer by its name and its content', (name, head, kind) => {
  expect(layerKind(name, head)).toBe(kind);
});
