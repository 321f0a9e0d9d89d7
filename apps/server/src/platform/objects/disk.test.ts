import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createDiskObjects, type DiskObjects } from './disk.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'eyrie-disk-'));
let objects: DiskObjects;

beforeAll(async () => {
  objects = await createDiskObjects({ dataDir, clock: systemClock, publicUrl: () => 'http://127.0.0.1:9' });
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('an object that is put anew while it is read is there all the time, old or new but whole', async () => {
  const key = 'media/dock/again.jpg';
  const bodies = ['first'.repeat(200), 'second'.repeat(200)];
  await objects.put(key, Buffer.from(bodies[0] ?? ''));
  let putting = true;
  const puts = (async () => {
    for (let turn = 1; turn <= 25; turn += 1) await objects.put(key, Buffer.from(bodies[turn % 2] ?? ''));
  })().finally(() => {
    putting = false;
  });
  const read = new Set<string | null>();
  const reader = async (): Promise<void> => {
    while (putting) {
      const found = await objects.get(key);
      read.add(found && (await text(found.stream)));
    }
  };
  await Promise.all([puts, ...Array.from({ length: 8 }, reader)]);
  for (const one of read) expect(bodies).toContain(one);
});

test('objects are listed by what their keys begin with, each once, over all pages', async () => {
  const wanted = Array.from({ length: 40 }, (_, at) => `list/one/${at}`);
  for (const key of [...wanted, 'list/two/1', 'list/other/1', 'list'])
    await objects.put(key, Buffer.from(key));
  // What cannot be read is no object.
  const folder = readdirSync(join(dataDir, 'objects')).find((name) => /^[0-9a-f]{2}$/.test(name)) ?? '';
  writeFileSync(join(dataDir, 'objects', folder, `${'0'.repeat(64)}.json`), '{"key":"list/one/41"');
  const found: { key: string; size: number }[] = [];
  let pages = 0;
  for (let after: string | null = null; pages === 0 || after !== null; pages += 1) {
    const page = await objects.list(['list/one/', 'list/two/'], after);
    found.push(...page.objects);
    after = page.next;
  }
  expect(pages).toBeGreaterThan(1);
  expect(found.map(({ key }) => key).toSorted()).toEqual([...wanted, 'list/two/1'].toSorted());
  expect(found.find(({ key }) => key === 'list/one/7')?.size).toBe('list/one/7'.length);
});
