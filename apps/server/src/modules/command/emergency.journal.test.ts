import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournal, type Journal, type JournalLine } from './emergency.journal.ts';
import { openSlotFile, type OpenSlotFile } from './emergency.slots.ts';

const line = (key: string, part: Partial<JournalLine> = {}): JournalLine => ({
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
  ...part,
});
const { slots, slotBytes } = limits.command.journal;

let dir: string;
let path: string;
let open: Journal[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'eyrie-journal-'));
  path = join(dir, 'journal', 'emergency.slots');
});
afterEach(async () => {
  for (const journal of open) await journal.close();
  open = [];
  await rm(dir, { recursive: true, force: true });
});
const journalAt = (openFile?: OpenSlotFile): Journal => {
  const journal = createJournal(path, openFile);
  open.push(journal);
  return journal;
};
const keysOf = async (journal: Journal): Promise<string[]> =>
  (await journal.take()).lines.map(({ key }) => key);

const noSpace = (): never => {
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
};
/** A disk that fills up: what is written beyond the room that a file has is refused. */
const fillable = () => {
  const disk = { full: false };
  const openFile: OpenSlotFile = async (at) => {
    const file = await openSlotFile(at);
    return {
      ...file,
      async write(bytes, position) {
        if (disk.full && position + bytes.length > (await file.size())) noSpace();
        await file.write(bytes, position);
      },
    };
  };
  return { disk, openFile };
};

describe('the journal of emergency orders', () => {
  it('takes a hundred lines on a disk that is full', async () => {
    const { disk, openFile } = fillable();
    const journal = journalAt(openFile);
    await journal.reserve();
    disk.full = true;
    const keys = Array.from({ length: 100 }, (_, at) => `order ${at}`);
    for (const key of keys) {
      await journal.append(line(key));
      await journal.append(line(key, { state: 'accepted', code: 0 }));
    }
    const { lines, done } = await journal.take();
    expect(lines.map(({ key, state }) => [key, state])).toEqual(keys.map((key) => [key, 'accepted']));
    await done();
    expect(await keysOf(journal)).toEqual([]);
    expect((await stat(path)).size).toBe(slots * slotBytes);
  });

  it('refuses a line for which there never was room', async () => {
    const { disk, openFile } = fillable();
    disk.full = true;
    const journal = journalAt(openFile);
    await expect(journal.reserve()).rejects.toThrow('ENOSPC');
    await expect(journal.append(line('one'))).rejects.toThrow('ENOSPC');
    expect(await keysOf(journal)).toEqual([]);
  });

  it('grows beyond its room while the disk has more', async () => {
    const journal = journalAt();
    await journal.append(line('one'));
    await journal.append(line('two'));
    await journal.reserve();
    expect(await keysOf(journal)).toEqual(['one', 'two']);
  });

  it('brings its lines to the next start, without the one that a crash tore', async () => {
    const before = journalAt();
    await before.reserve();
    for (const key of ['whole', 'torn', 'last']) await before.append(line(key));
    await before.close();
    const bytes = await readFile(path);
    bytes.write('X', bytes.indexOf('"torn"') + 1);
    await writeFile(path, bytes);
    const after = journalAt();
    expect(await keysOf(after)).toEqual(['whole', 'last']);
    await after.append(line('next'));
    expect(await keysOf(after)).toEqual(['whole', 'last', 'next']);
  });

  it('keeps what came while lines were being stored', async () => {
    const journal = journalAt();
    await journal.append(line('stored'));
    const { done } = await journal.take();
    await journal.append(line('stored', { state: 'accepted' }));
    await journal.append(line('came since'));
    await done();
    expect((await journal.take()).lines).toMatchObject([
      { key: 'stored', state: 'accepted' },
      { key: 'came since', state: 'sent' },
    ]);
  });

  it('takes over the lines of an earlier version', async () => {
    await mkdir(join(dir, 'journal'));
    const former = (name: string) => join(dir, 'journal', `emergency.jsonl${name}`);
    await writeFile(former('.taking'), `${JSON.stringify(line('first'))}\n`);
    await writeFile(former(''), `${JSON.stringify(line('second'))}\n{"torn`);
    await writeFile(former('.reserve'), '----');
    const journal = journalAt();
    await journal.reserve();
    expect(await keysOf(journal)).toEqual(['first', 'second']);
    expect(await readdir(join(dir, 'journal'))).toEqual(['emergency.slots']);
  });

  it('takes lines on a real disk that something else filled', async (test) => {
    const small = join(dir, 'small');
    await mkdir(small);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', small], { stdio: 'ignore' });
    } catch {
      test.skip('this account may not mount a small disk');
    }
    try {
      path = join(small, 'journal', 'emergency.slots');
      const journal = journalAt();
      await journal.reserve();
      expect(() => writeFileSync(join(small, 'ballast'), Buffer.alloc(8_000_000))).toThrow('ENOSPC');
      await journal.append(line('one'));
      await journal.append(line('two'));
      expect(await keysOf(journal)).toEqual(['one', 'two']);
      await journal.close();
    } finally {
      execFileSync('umount', [small]);
    }
  });
});
