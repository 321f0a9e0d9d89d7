import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    // The proof of this very thing.
    .filter((path) => path !== 'prove/room-removed.prove.ts')
    .toSorted();

describe('the product without the code table', () => {
  it('is refused for a word that is no room', () => {
    expect(() => removeRoom(copy.folder, 'nest')).toThrow('no room is called "nest"');
  });

  it('names it nowhere but in migrations that have landed', async () => {
    const removed = await copy.run('scripts/remove-room.mjs', 'dictionary');
    expect(removed).toMatchObject({ code: 0 });
    expect(mentions('packages').concat(mentions('e2e'), mentions('prove'))).toEqual([]);
    expect(mentions('apps').filter((path) => !path.includes('/migrations/'))).toEqual([]);
    expect(readFileSync(join(copy.folder, 'docs/words.md'), 'utf8')).not.toContain('| dictionary |');
  });

  it.each(['node', 'web'])('has no fault of types in %s', { timeout: 300_000 }, async (part) => {
    const compiler = 'node_modules/typescript/bin/tsc';
    expect(await copy.run(compiler, '-p', `tsconfig.${part}.json`)).toEqual({ code: 0, output: '' });
  });

  it('starts, and serves exactly what is left', { timeout: 300_000 }, async () => {
    const served = 'apps/server/src/testing/contract/inventory.db.test.ts';
    const { code, output } = await copy.run('node_modules/vitest/vitest.mjs', 'run', served);
    expect(output).toMatch(/Tests .*passed/);
    expect(code).toBe(0);
  });
});

describe('printed lists', () => {
  it('are those that the folders say', () => {
    for (const { path, text } of printedRooms(root))
      expect(readFileSync(join(root, path), 'utf8'), path).toBe(text);
  });
});
