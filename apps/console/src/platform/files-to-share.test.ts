import { expect, it } from 'vitest';
import { filesToShare } from './files-to-share.ts';

it('takes the files that the page before chose, and nothing that is none', () => {
  const file = { oid: 'a', name: 'MAST.JPG' };
  expect(filesToShare({ files: [file, { oid: 'b' }, null, 'c', { oid: 1, name: 'd' }] })).toEqual([file]);
  for (const state of [null, undefined, 'x', 1, {}, { files: null }, { files: 'x' }, { files: file }])
    expect(filesToShare(state)).toEqual([]);
});
