import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJournal, type JournalLine } from './emergency.journal.ts';

const line = (key: string): JournalLine => ({
  commandOID: key,
  groupRoot: 'g',
  dockOID: 'd',
  method: 'returnHome',
  key,
  memberOID: 'm',
  sessionOID: 's',
  address: '192.0.2.1',
  at: 1,
  state: 'sent',
  code: null,
});

/** A disk of a megabyte, where this account may mount one. */
const mountSmallDisk = (at: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

let dir: string;
let small: boolean;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'eyrie-journal-'));
  small = mountSmallDisk(dir);
});
afterEach(async () => {
  if (small) execFileSync('umount', [dir]);
  await rm(dir, { recursive: true, force: true });
});

it('takes a line on a disk that is full, and sets room aside again afterwards', async (test) => {
  if (!small) test.skip('no disk of its own on this machine');
  const path = join(dir, 'journal', 'emergency.jsonl');
  const journal = createJournal(path);
  await journal.reserve();
  expect(() => writeFileSync(join(dir, 'ballast'), Buffer.alloc(2_000_000))).toThrow('ENOSPC');
  await journal.append(line('one'));
  await journal.append(line('two'));
  const { lines, done } = await journal.take();
  expect(lines.map(({ key }) => key)).toEqual(['one', 'two']);
  await done();
  expect(await readdir(join(dir, 'journal'))).toEqual([]);
  await rm(join(dir, 'ballast'));
  await journal.reserve();
  expect((await stat(`${path}.reserve`)).size).toBeGreaterThan(100_000);
});
