import { mkdtempSync, rmSync } from 'node:fs';
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
