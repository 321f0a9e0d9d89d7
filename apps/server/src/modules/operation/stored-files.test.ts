import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStoredFiles } from './stored-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-stored-'));
});
afterEach(() => rm(folder, { recursive: true }));

const name = 'eyrie-diagnosis-20260102T030405-006Z.zip';
const stored = () => createStoredFiles({ folder, contentType: 'application/zip', calls: [], keep: () => 3 });

it('clears away what a killed server left half written, never what may still be written', async () => {
  const now = Date.UTC(2026, 0, 3);
  const longAgo = new Date(now - limits.operation.unfinishedFileLife - 1_000);
  for (const left of [`${name}.new`, `${name}.1a2b3c4d.part`, name]) {
    await writeFile(join(folder, left), 'x');
    await utimes(join(folder, left), longAgo, longAgo);
  }
  await writeFile(join(folder, 'young.part'), 'x');
  await utimes(join(folder, 'young.part'), new Date(now), new Date(now));
  await stored().open(now);
  expect((await readdir(folder)).toSorted()).toEqual([name, 'young.part']);
});

it('lists a written file only when it is whole', async () => {
  const files = stored();
  await files.open(0);
  await writeFile(join(folder, `${name}.new`), '');
  expect(await files.list()).toEqual([]);
  await files.write(name, new Uint8Array([1, 2, 3]));
  expect((await files.list()).map((one) => [one.name, one.size])).toEqual([[name, 3]]);
  expect(await readdir(folder)).toEqual([name]);
});
