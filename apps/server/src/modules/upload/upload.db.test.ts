import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { limits, uploadCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createDiskObjects,
  createOutsideObjects,
  type GrowingFiles,
  type Objects,
} from '../../platform/objects/index.ts';
import { openTestStore } from '../../platform/objects/test-outside-store.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { mediaItemOf, mediaTarget, quotasAbove } from '../media/index.ts';
import { blockHash } from './upload-bytes.ts';
import { createUpload, type UploadTarget } from './index.ts';

const { block, chunk, keep } = limits.upload;
const none: UploadTarget = {
  check: () => undefined,
  find: async () => null,
  finish: async () => Promise.reject(new Error('no layer is made here')),
};

let rooms: TestRooms;
let dataDir: string;
let objects: Objects;
/** Keys that lie in the store. */
const keys = new Set<string>();
/** How many files became objects as they had grown. */
let settled = 0;
let full = false;
let roomy = true;
let administrator: string;
let colleague: string;
let stranger: string;

const watched = (store: Objects): Objects => ({
  ...store,
  hasRoom: async (bytes, spare) => roomy && ((await store.hasRoom?.(bytes, spare)) ?? true),
  put: async (key, body, options) => {
    if (full && !key.startsWith('upload/')) {
      await buffer(body as NodeJS.ReadableStream).catch(() => undefined);
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    }
    const info = await store.put(key, body, options);
    keys.add(key);
    return info;
  },
  ...(store.growing && {
    growing: {
      ...store.growing,
      settle: async (name, key, about) => {
        if (full) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        const info = await (store.growing as GrowingFiles).settle(name, key, about);
        keys.add(key);
        settled += 1;
        return info;
      },
    },
  }),
  delete: async (key) => {
    keys.delete(key);
    await store.delete(key);
  },
});
/** Files that grow in the store. */
const growing = (): Promise<string[]> => readdir(join(dataDir, 'objects/growing')).catch(() => []);

/** A server of its own: nothing of an earlier one is in its memory. */
const server = () =>
  createUpload({
    runtime: rooms.runtime,
    objects,
    targets: { media: mediaTarget(rooms.runtime, { audit: rooms.audit, objects }), orthophoto: none },
    itemOf: mediaItemOf(rooms.runtime),
    quotasAbove,
  });

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-upload-'));
  objects = watched(await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' }));
  await rooms.seed('sigma', ['administrator', 'auditor'], 'Flug-4711!');
  await rooms.seed('tau', ['administrator'], 'Flug-4711!');
});
afterAll(async () => {
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  administrator = await rooms.tokenOf('sigma-administrator');
  colleague = await rooms.tokenOf('sigma-auditor');
  stranger = await rooms.tokenOf('tau-administrator');
  full = false;
  settled = 0;
  await rm(join(dataDir, 'objects/growing'), { recursive: true, force: true });
  await sql`delete from media`.execute(rooms.db);
  await sql`delete from upload`.execute(rooms.db);
  for (const key of keys) await objects.delete(key);
});

const hashOf = (bytes: Buffer): string => {
  const hash = blockHash();
  hash.update(bytes);
  return hash.digest();
};
const photo = (size: number): Buffer => {
  const bytes = randomBytes(size);
  Buffer.from([0xff, 0xd8, 0xff, 0xe1]).copy(bytes);
  return bytes;
};
const about = (bytes: Buffer, name = 'ONE.JPG') => ({
  name,
  size: String(bytes.length),
  hash: hashOf(bytes),
});

const ask = async <T>(
  declaration: Parameters<TestRooms['call']>[0],
  request: unknown,
  { token = administrator, bytes }: { token?: string; bytes?: Buffer } = {},
): Promise<T> => {
  const path = join(dataDir, randomBytes(8).toString('hex'));
  if (bytes) await writeFile(path, bytes);
  const spooled = bytes ? { name: 'ONE.JPG', path, size: bytes.length } : null;
  const { data } = await rooms.call(declaration, request, { token, spooled, extra: server().endpoints });
  return data as T;
};
const send = (bytes: Buffer, start: number, length: number, more: object = {}, token?: string) => {
  const piece = bytes.subarray(start, start + length);
  const sha256 = createHash('sha256').update(piece).digest('hex');
  const request = { ...about(bytes), offset: String(start), sha256, ...more };
  return ask<{ storedOID: string | null }>(uploadCalls.chunk, request, {
    bytes: piece,
    ...(token ? { token } : {}),
  });
};
const put = (bytes: Buffer, more: object = {}) =>
  ask<{ storedOID: string | null }>(uploadCalls.chunk, { ...about(bytes), ...more });
const state = (bytes: Buffer, more: object = {}, token = administrator) =>
  ask<{ storedOID: string | null; parts: { start: number; length: number }[] }>(
    uploadCalls.state,
    { ...about(bytes), purpose: 'media', head: bytes.subarray(0, 32).toString('hex'), ...more },
    { token },
  );
const listed = async (): Promise<number> =>
  Number((await sql<{ n: string }>`select count(*) as n from media`.execute(rooms.db)).rows[0]?.n);

describe('an upload', () => {
  it('goes on at any server with what is missing, and is the file that was sent', async () => {
    const bytes = photo(2 * chunk + block + 7);
    await send(bytes, chunk, chunk);
    expect((await state(bytes)).parts).toEqual([{ start: chunk, length: chunk }]);
    expect(await reasonOf(put(bytes))).toBe('uploadIncomplete');
    await send(bytes, 0, chunk);
    // A twin changes nothing, and neither do two at once.
    await Promise.all([send(bytes, 0, chunk), send(bytes, 2 * chunk, block + 7)]);
    expect((await growing()).length).toBe(1);
    const { storedOID } = await put(bytes);
    expect(await state(bytes)).toEqual({ storedOID, parts: [] });
    expect(await put(bytes)).toEqual({ storedOID });
    expect(await listed()).toBe(1);
    const [key] = keys;
    expect(keys.size).toBe(1);
    const stored = await objects.get(`${key}`);
    expect((await buffer(stored?.stream as NodeJS.ReadableStream)).equals(bytes)).toBe(true);
    expect(stored?.info).toMatchObject({ size: bytes.length, crc32: crc32(bytes) });
    expect([settled, await growing()]).toEqual([1, []]);
    // Under another name it is known again; what became of it may be deleted, and comes back then.
    expect((await state(bytes, { name: 'TWO.JPG' })).storedOID).toBe(storedOID);
    await sql`update media set deleted_at = now()`.execute(rooms.db);
    expect(await state(bytes)).toEqual({ storedOID: null, parts: [] });
    expect(await send(bytes, 0, chunk)).toEqual({ storedOID: null });
  });

  it('is refused where a part cannot be, and nothing is written', async () => {
    const bytes = photo(chunk + block);
    const reasons = await Promise.all([
      reasonOf(send(bytes, 1, block)),
      reasonOf(send(bytes, 0, block - 1)),
      reasonOf(send(bytes, chunk, block, { offset: String(chunk + block) })),
      reasonOf(send(bytes, 0, block, { sha256: 'a'.repeat(64) })),
    ]);
    expect(reasons).toEqual(['uploadOffset', 'uploadOffset', 'uploadOffset', 'uploadHash']);
    expect(await growing()).toEqual([]);
    await send(bytes, 0, 2 * block);
    expect(await reasonOf(send(bytes, block, 2 * block))).toBe('uploadOverlap');
    expect(await reasonOf(send(bytes, 0, 2 * block, { size: String(chunk) }))).toBe('uploadHash');
    expect(await growing()).toHaveLength(1);
  });

  it('is refused before its first byte where a department above or the disk has no room', async () => {
    const bytes = photo(block);
    const { rows } = await sql<{ groupOID: string; groupRoot: string }>`select group_oid as "groupOID",
      group_root as "groupRoot" from member where account = 'sigma-administrator'`.execute(rooms.db);
    const { groupOID, groupRoot } = rows[0] as { groupOID: string; groupRoot: string };
    await sql`insert into storage_quota values (${groupOID}, ${groupRoot}, ${1.5 * block}, 1)`.execute(
      rooms.db,
    );
    expect((await state(bytes)).storedOID).toBeNull();
    await send(bytes, 0, block);
    const more = photo(block);
    expect(await reasonOf(state(more))).toBe('uploadDepartmentQuota');
    expect(await reasonOf(send(more, 0, block))).toBe('uploadDepartmentQuota');
    await put(bytes);
    expect(await reasonOf(state(more))).toBe('uploadDepartmentQuota');
    await sql`delete from storage_quota`.execute(rooms.db);
    roomy = false;
    expect(await reasonOf(state(more))).toBe('uploadSpace');
    roomy = true;
    expect((await state(more)).parts).toEqual([]);
  });

  it('one of whose parts gave way to another is read and hashed before it is a file', async () => {
    const bytes = photo(2 * block);
    await send(bytes, 0, block);
    // A server began the second part, and was gone.
    await sql`insert into upload_part (upload_oid, start, length, sha256, object_key, blocks, crc32)
      select oid, ${block}, ${block}, 'a', 'b', 'c', 1 from upload`.execute(rooms.db);
    expect((await state(bytes)).parts).toEqual([{ start: 0, length: block }]);
    expect(await reasonOf(put(bytes))).toBe('uploadIncomplete');
    await send(bytes, block, block);
    // What it wrote late is not what was checked.
    const [name] = await growing();
    const path = join(dataDir, 'objects/growing', `${name}`);
    const late = Buffer.from(bytes);
    late.writeUInt8(late.readUInt8(block) ^ 1, block);
    await writeFile(path, late);
    expect(await reasonOf(put(bytes))).toBe('uploadHash');
    expect([await listed(), keys.size, settled, await growing()]).toEqual([0, 0, 0, []]);
    await send(bytes, 0, 2 * block);
    await sql`update upload set contested = true`.execute(rooms.db);
    expect((await put(bytes)).storedOID).not.toBeNull();
    expect([await listed(), settled, await growing()]).toEqual([1, 0, []]);
  });

  it('whose first part was lost with its file is not taken for whole', async () => {
    const bytes = photo(2 * block);
    await send(bytes, 0, block);
    await rm(join(dataDir, 'objects/growing'), { recursive: true });
    await send(bytes, block, block);
    expect(await reasonOf(put(bytes))).toBe('uploadHash');
    expect([await listed(), keys.size, settled, await growing()]).toEqual([0, 0, 0, []]);
    await send(bytes, 0, 2 * block);
    await rm(join(dataDir, 'objects/growing'), { recursive: true });
    expect(await reasonOf(put(bytes))).toBe('uploadHash');
    expect([await listed(), (await state(bytes)).parts]).toEqual([0, []]);
  });

  it('that cannot be noted stays where it has grown, and ends another time', async () => {
    const bytes = photo(block + 3);
    await send(bytes, 0, block + 3);
    await sql`alter table media add constraint none check (false) not valid`.execute(rooms.db);
    await expect(put(bytes)).rejects.toThrow('none');
    expect([await listed(), keys.size]).toEqual([0, 0]);
    await sql`alter table media drop constraint none`.execute(rooms.db);
    expect((await put(bytes)).storedOID).not.toBeNull();
  });

  it('that lies about its bytes or its kind is not listed', async () => {
    const [bytes, other] = [photo(2 * block), photo(2 * block)];
    const lie = { hash: hashOf(other) };
    await send(bytes, 0, 2 * block, lie);
    expect(await reasonOf(put(bytes, lie))).toBe('uploadHash');
    const page = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    expect(await reasonOf(state(page))).toBe('uploadKind');
    expect(await reasonOf(state(page, { name: 'ONE.SVG' }))).toBe('uploadKind');
    expect(await reasonOf(send(page, 0, page.length))).toBe('uploadKind');
    expect(await reasonOf(ask(uploadCalls.whole, {}, { bytes: page }))).toBe('uploadKind');
    expect(await reasonOf(state(bytes, { size: '5000000001' }))).toBe('tooLarge');
    expect([await listed(), keys.size, await growing()]).toEqual([0, 0, []]);
  });

  it('whose server ran out of room in the middle stays, and ends when there is some', async () => {
    const bytes = photo(block + 1);
    await send(bytes, 0, block + 1);
    full = true;
    await expect(put(bytes)).rejects.toThrow('no space');
    expect(await listed()).toBe(0);
    full = false;
    expect((await put(bytes)).storedOID).not.toBeNull();
  });

  it('is put together by one server, and by another one when the first is gone', async () => {
    const bytes = photo(block);
    await send(bytes, 0, block);
    await sql`update upload set joined_until = ${new Date(rooms.clock.wall() + 30_000)}`.execute(rooms.db);
    expect(await reasonOf(put(bytes))).toBe('tooManyRequests');
    rooms.clock.move(limits.upload.joinsFor);
    expect((await put(bytes)).storedOID).not.toBeNull();
  });

  it('is the business of who sends it, and is removed when nobody goes on', async () => {
    const bytes = photo(2 * block);
    await send(bytes, 0, block);
    expect(await reasonOf(state(bytes, {}, colleague))).toBe('notAllowed');
    expect(await state(bytes, {}, stranger)).toEqual({ storedOID: null, parts: [] });
    const mine = await ask<{ list: { oid: string; received: number }[] }>(uploadCalls.unfinished, {});
    expect(mine.list).toMatchObject([{ received: block, name: 'ONE.JPG' }]);
    expect(await ask(uploadCalls.unfinished, {}, { token: stranger })).toEqual({ list: [] });
    const { oid } = mine.list[0] as { oid: string };
    expect(await reasonOf(ask(uploadCalls.cancel, { oid }, { token: stranger }))).toBe('notFound');
    await ask(uploadCalls.cancel, { oid });
    expect([(await state(bytes)).parts, await growing()]).toEqual([[], []]);
    await send(bytes, 0, block);
    await server().uploads.clearAbandoned();
    expect(await growing()).toHaveLength(1);
    rooms.clock.move(keep + 1);
    await server().uploads.clearAbandoned();
    expect(await growing()).toEqual([]);
  });

  it('of which a killed server left nothing but its file is removed as well', async () => {
    const folder = join(dataDir, 'objects/growing');
    const bytes = photo(2 * block);
    await send(bytes, 0, block);
    const [known = ''] = await growing();
    await writeFile(join(folder, 'left'), 'x');
    await writeFile(join(folder, 'late'), 'x');
    const now = rooms.clock.wall() / 1_000;
    for (const name of [known, 'left']) await utimes(join(folder, name), 0, 0);
    await utimes(join(folder, 'late'), now, now);
    await server().uploads.clearAbandoned();
    expect((await growing()).toSorted()).toEqual([known, 'late'].toSorted());
  });

  it('may come in one request, under a plain name, and twice is one', async () => {
    const bytes = photo(100);
    const item = await ask<{ oid: string; name: string; kind: string }>(uploadCalls.whole, {}, { bytes });
    expect(item).toMatchObject({ name: 'ONE.JPG', kind: 'photo' });
    expect(await ask(uploadCalls.whole, {}, { bytes })).toMatchObject({ oid: item.oid });
    expect(await reasonOf(ask(uploadCalls.whole, {}, { bytes, token: colleague }))).toBe('notAllowed');
    const other = photo(100);
    const named = { name: '../../etc/TWO.JPG' };
    await send(other, 0, 100, named);
    await put(other, named);
    const { rows } = await sql<{ name: string }>`select name from media order by name`.execute(rooms.db);
    expect(rows.map(({ name }) => name)).toEqual(['ONE.JPG', 'TWO.JPG']);
  });

  it('leaves no part behind that nothing names, and keeps those of one that is under way', async () => {
    await sql`update kysely_migration set timestamp = '2025-01-01T00:00:00.000Z'`.execute(rooms.db);
    const inside = objects;
    const { server: store, kept, settings } = await openTestStore();
    const runUnnamed = async (): Promise<void> => {
      for (const one of kept.values()) one.at = rooms.clock.wall() - limits.objects.unnamedAfter - 1_000;
      await server()
        .timers.find(({ name }) => name === 'upload.removeUnnamed')
        ?.run();
    };
    try {
      objects = watched(await createOutsideObjects(settings, dataDir, rooms.clock));
      await send(photo(2 * block), 0, block);
      await runUnnamed();
      const [path = ''] = kept.keys();
      const part = kept.get(path);
      if (!part) throw new Error('no part was stored');
      // A server that was killed after it had stored another try of this part, and one that never wrote down its upload.
      const root = path.split('/')[3] ?? '';
      const [other, mark] = [rooms.runtime.newOid(), rooms.runtime.newOid()];
      const again = path.replace(/[^/]*$/, `0-${mark}`);
      const orphan = `/eyrie-media/upload/${root}/${other}/0-${mark}`;
      const foreign = `/eyrie-media/upload/${other}/${other}/0-${mark}`;
      for (const key of [again, orphan, foreign]) kept.set(key, { ...part });
      await runUnnamed();
      expect([...kept.keys()].toSorted()).toEqual([path, again, foreign].toSorted());
      await sql`update upload set stored_oid = ${other}::uuid`.execute(rooms.db);
      await runUnnamed();
      expect([...kept.keys()].toSorted()).toEqual([path, foreign].toSorted());
    } finally {
      objects = inside;
      keys.clear();
      await new Promise((resolve) => {
        store.close(resolve);
        store.closeAllConnections();
      });
    }
  });

  it('lies in an outside store part by part, and is one object there in the end', async () => {
    const inside = objects;
    const { server: store, kept, settings } = await openTestStore();
    try {
      objects = watched(await createOutsideObjects(settings, dataDir, rooms.clock));
      const bytes = photo(2 * block + 7);
      await send(bytes, 2 * block, 7);
      await send(bytes, 0, 2 * block);
      expect([...kept.values()].map(({ body }) => body.length)).toEqual([7, 2 * block]);
      const { storedOID } = await put(bytes);
      expect(storedOID).not.toBeNull();
      expect([...kept.values()].map(({ body }) => body.equals(bytes))).toEqual([true]);
    } finally {
      objects = inside;
      keys.clear();
      await new Promise((resolve) => {
        store.close(resolve);
        store.closeAllConnections();
      });
    }
  });
});
