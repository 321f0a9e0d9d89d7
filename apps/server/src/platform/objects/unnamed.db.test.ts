import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDiskObjects, unnamedTimer, type Objects } from './index.ts';

const { unnamedAfter, unnamedAtOnce } = limits.objects;
let rooms: TestRooms;
let dataDir: string;
let objects: Objects;
/** What names keys at the moment. */
const named = new Set<string>();

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-unnamed-'));
});
afterAll(async () => {
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  named.clear();
  await rm(join(dataDir, 'objects'), { recursive: true, force: true });
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  await setUpAt(rooms.clock.wall() - 1);
});

/** When the database was set up, epoch ms. */
const setUpAt = (at: number) =>
  sql`update kysely_migration set timestamp = ${new Date(at).toISOString()}`.execute(rooms.db);
const unnamed = async (keys: readonly string[]): Promise<string[]> => keys.filter((key) => !named.has(key));
const run = async (ask = unnamed): Promise<void> => {
  const own = { prefixes: ['own/'], unnamed: ask };
  await unnamedTimer('own.removeUnnamed', rooms.runtime, { objects, own }).run();
};
const store = (key: string) => objects.put(key, Buffer.from('bytes'));
const isThere = async (key: string): Promise<boolean> => (await objects.head(key)) !== null;

describe('an object that nothing names', () => {
  it('goes once it is old enough, and none that is named or of others', async () => {
    for (const key of ['own/left', 'own/listed', 'other/left']) await store(key);
    named.add('own/listed');
    await run();
    expect(await isThere('own/left')).toBe(true);
    rooms.clock.move(unnamedAfter + 1);
    await store('own/late');
    await run();
    expect(await Promise.all(['own/left', 'own/listed', 'own/late', 'other/left'].map(isThere))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('stays where it is named between the two looks, or stored anew', async () => {
    await store('own/named');
    await store('own/anew');
    rooms.clock.move(unnamedAfter + 1);
    let looks = 0;
    await run(async (keys) => {
      looks += 1;
      const found = await unnamed(keys);
      if (keys.includes('own/named')) named.add('own/named');
      if (keys.includes('own/anew')) await store('own/anew');
      return found;
    });
    expect(looks).toBeGreaterThan(1);
    expect([await isThere('own/named'), await isThere('own/anew')]).toEqual([true, true]);
  });

  it('stays where it is older than the database, whose rows may have been lost', async () => {
    await store('own/before');
    rooms.clock.move(1_000);
    await setUpAt(rooms.clock.wall());
    await store('own/since');
    rooms.clock.move(unnamedAfter + 1);
    await run();
    expect([await isThere('own/before'), await isThere('own/since')]).toEqual([true, false]);
  });

  it('is one of few that go at once', async () => {
    const keys = Array.from({ length: unnamedAtOnce + 5 }, (_, at) => `own/${at}`);
    const gone: string[] = [];
    const old = { size: 1, storedAt: rooms.clock.wall() };
    const many = {
      list: async () => ({ objects: keys.map((key) => ({ key, ...old })), next: null }),
      head: async (key: string) => ({ key, ...old, contentType: '', etag: '' }),
      delete: async (key: string) => void gone.push(key),
    };
    rooms.clock.move(unnamedAfter + 1);
    await unnamedTimer('own.removeUnnamed', rooms.runtime, {
      objects: many,
      own: { prefixes: ['own/'], unnamed },
    }).run();
    expect(gone).toHaveLength(unnamedAtOnce);
  });

  it('fails with a store that does not answer, and takes nothing for empty', async () => {
    const silent = { ...objects, list: () => Promise.reject(new Error('the store is away')) };
    const timer = unnamedTimer('own.removeUnnamed', rooms.runtime, {
      objects: silent,
      own: { prefixes: ['own/'], unnamed },
    });
    await expect(timer.run()).rejects.toThrow('away');
  });
});
