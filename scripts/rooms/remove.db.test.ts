import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roomUses } from './leaves.ts';
import { newRoom } from './new.ts';
import { printedRooms } from './print.ts';
import { removeRoom } from './remove.ts';
import { copyTree, type TreeCopy } from './tree-copy.fixture.ts';

const root = join(import.meta.dirname, '../..');
let copy: TreeCopy;
beforeAll(() => {
  copy = copyTree();
});
afterAll(() => copy?.drop());

const mentions = (folder: string): string[] =>
  readdirSync(join(copy.folder, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => /dictionary(?!\()|EncodingTable/.test(readFileSync(path, 'utf8')))
    .map((path) => path.slice(copy.folder.length + 1))
    .toSorted();

/** A sign for every file of the copy, by its path. */
const filesOf = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(copy.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [
        path.slice(copy.folder.length + 1),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ]),
  );

const made = { word: 'spare-part', zh: '备件', en: 'spare part', ar: 'قطعة غيار' };

describe('a word that is no room, or no new one', () => {
  it('takes nothing away', () => {
    expect(() => removeRoom(copy.folder, 'nest')).toThrow('no room is called "nest"');
  });

  it.each([
    ['dock', 'already'],
    ['Spare', 'no word of a room'],
    ['../spare', 'no word of a room'],
  ])('writes nothing for %s', (word, why) => {
    const before = filesOf();
    expect(() => newRoom(copy.folder, { ...made, word })).toThrow(why);
    expect(() => newRoom(copy.folder, { ...made, zh: 'spare' })).toThrow('no Chinese name');
    expect(() => newRoom(copy.folder, { ...made, en: "it's" })).toThrow('no English name');
    expect(() => newRoom(copy.folder, { ...made, ar: 'spare' })).toThrow('no Arabic name');
    expect(filesOf()).toEqual(before);
  });
});

/** That it starts and serves what is there is shown by the proofs `room-new` and `room-removed`. */
describe('the product without the code table and with a new room', () => {
  const { word, zh, en, ar } = made;
  let before: Record<string, string>;

  it('writes the new one', async () => {
    before = filesOf();
    const { code, output } = await copy.run('scripts/new-room.mjs', word, zh, en, ar);
    expect(output).toContain('written packages/domain/src/spare-part/spare-part.calls.ts');
    expect(code).toBe(0);
  });

  it('keeps no trace of a room that is taken away again', async () => {
    expect(await copy.run('scripts/remove-room.mjs', word)).toMatchObject({ code: 0 });
    expect(filesOf()).toEqual(before);
    expect(await copy.run('scripts/new-room.mjs', word, zh, en, ar)).toMatchObject({ code: 0 });
  });

  it('counts both among the rooms that can be taken away, until another file imports one', () => {
    const leaves = (): string[] =>
      roomUses(copy.folder)
        .filter(({ users }) => users.length === 0)
        .map((one) => one.word);
    expect(leaves()).toEqual(['dictionary', 'async-table', 'detector-model', word]);
    const user = join(copy.folder, 'apps/server/src/modules/dock/dock.planted.ts');
    writeFileSync(user, "import { sparePart } from '../spare-part/index.ts';\n");
    expect(leaves()).toEqual(['dictionary', 'async-table', 'detector-model']);
    rmSync(user);
  });

  it('names the code table nowhere but in migrations that have landed', async () => {
    const removed = await copy.run('scripts/remove-room.mjs', 'dictionary');
    expect(removed).toMatchObject({ code: 0 });
    expect(mentions('packages').concat(mentions('e2e'), mentions('prove'))).toEqual([]);
    expect(mentions('apps').filter((path) => !path.includes('/migrations/'))).toEqual([]);
    expect(readFileSync(join(copy.folder, 'docs/words.md'), 'utf8')).not.toContain('| dictionary |');
  });
});

describe('printed lists', () => {
  it('are those that the folders say', () => {
    for (const { path, text } of printedRooms(root))
      expect(readFileSync(join(root, path), 'utf8'), path).toBe(text);
  });
});
