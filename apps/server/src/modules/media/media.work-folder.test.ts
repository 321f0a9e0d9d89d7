import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inWorkFolder } from './media.work-folder.ts';

let dataDir: string;
const left = () => readdir(join(dataDir, 'media-work'));
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-work-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('a folder of work', () => {
  it('is there while the work lasts, also where that fails', async () => {
    const isFolder = async (folder: string) => (await stat(folder)).isDirectory();
    expect(await inWorkFolder(dataDir, 'thermal', isFolder)).toBe(true);
    const failing = inWorkFolder(dataDir, 'thermal', async () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await left()).toEqual([]);
  });

  it('of work that nobody else does lies where an earlier attempt lay, of which nothing is left', async () => {
    const folder = join(dataDir, 'media-work', 'playback-one');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'half'), 'x');
    const seen = await inWorkFolder(dataDir, 'playback', async (at) => [at, await readdir(at)], 'one');
    expect(seen).toEqual([folder, []]);
    expect(await left()).toEqual([]);
  });

  it('removes what a killed server left, and nothing that is under way or of another kind', async () => {
    for (const [name, minutes] of [
      ['thermal-killed', 90],
      ['thermal-under-way', 30],
      ['pyramid-killed', 90],
      ['playback-under-way', 300],
      ['playback-killed', 1_500],
      ['11111111-1111-4111-8111-111111111111', 90],
    ] as const) {
      const folder = join(dataDir, 'media-work', name);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'photo'), 'x');
      const { mtimeMs } = await stat(folder);
      const at = mtimeMs / 1_000 - minutes * 60;
      await utimes(folder, at, at);
    }
    await inWorkFolder(dataDir, 'thermal', async () => undefined);
    // A film takes hours.
    await inWorkFolder(dataDir, 'playback', async () => undefined);
    expect((await left()).toSorted()).toEqual([
      '11111111-1111-4111-8111-111111111111',
      'playback-under-way',
      'pyramid-killed',
      'thermal-under-way',
    ]);
  });
});
