import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStaticFiles } from './static-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-static-'));
  await mkdir(join(folder, 'site', 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'site', 'assets', 'a.js'), 'plain');
  await writeFile(join(folder, 'site', 'assets', 'a.js.gz'), 'packed');
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const files = () => createStaticFiles(join(folder, 'site'));

describe('files of the console', () => {
  it('are the same bytes for all who ask', async () => {
    const site = files();
    const [one, two] = await Promise.all([site.find('assets/a.js'), site.find('assets/a.js')]);
    expect(one).toMatchObject({ type: 'text/javascript; charset=utf-8', encoding: null });
    expect(one?.bytes.toString()).toBe('plain');
    expect(two?.bytes).toBe(one?.bytes);
  });

  it('are packed for those who read that', async () => {
    const site = files();
    expect(await site.find('assets/a.js', 'br, gzip')).toMatchObject({
      encoding: 'gzip',
      type: 'text/javascript; charset=utf-8',
    });
    expect(await site.find('assets/a.js', 'gzip;q=0, deflate')).toMatchObject({ encoding: null });
  });

  it('lie below their folder alone', async () => {
    const site = files();
    for (const name of [
      '../secret.txt',
      'assets/../../secret.txt',
      '/etc/passwd',
      'assets',
      '',
      'assets/a.js\0',
      '..\\secret.txt',
    ])
      expect(await site.find(name), name).toBeNull();
  });

  it('are read anew after a build', async () => {
    const site = files();
    await site.find('assets/a.js');
    await writeFile(join(folder, 'site', 'assets', 'a.js'), 'built anew');
    expect((await site.find('assets/a.js'))?.bytes.toString()).toBe('built anew');
  });
});
