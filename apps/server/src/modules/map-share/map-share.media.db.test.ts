import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  factoryAppearance,
  keepingCalls,
  limits,
  mapShareCalls,
  mediaCalls,
  type MapShareRecord,
  type SharedMedia,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type DiskObjects } from '../../platform/objects/index.ts';
import { createSeal } from '../../platform/seal.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { mediaListEndpoints } from '../media/index.ts';
import { mapShareEndpoints } from './index.ts';

type Declaration = Parameters<TestRooms['call']>[0];
type Endpoints = ReturnType<typeof mapShareEndpoints>;

let rooms: TestRooms;
let objects: DiskObjects;
let dataDir: string;
let endpoints: Endpoints;
let owner: string;
const hour = 3_600_000;
const original = Buffer.from('the whole photo');
const small = Buffer.from('small');

/** The rooms of a server, on a store of its own where a test breaks it. */
const serve = (store: DiskObjects): Endpoints => {
  const { audit, department, runtime, member } = rooms;
  return [
    ...mapShareEndpoints({
      runtime,
      audit,
      department,
      seal: createSeal(rooms.db),
      layers: null as never,
      objects: store,
      passwords: member.passwords,
      lookOf: () => Promise.resolve(factoryAppearance),
    }),
    ...mediaListEndpoints(runtime, { audit, objects: store, timeZoneOf: () => Promise.resolve('UTC') }),
  ];
};

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-share-media-'));
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  endpoints = serve(objects);
  await rooms.seed('kappa', ['administrator'], 'Flug-4711!');
  await rooms.seed('lambda', ['administrator'], 'Flug-4711!');
  await rooms.seed('mu', ['administrator'], 'Flug-4711!');
});
afterAll(async () => {
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  // A test may have moved the clock beyond the end of sessions.
  owner = await rooms.tokenOf('kappa-administrator');
});

/** Somebody outside, whose browser keeps its cookies. */
const openBrowser = () => {
  const jar = new Map<string, string>();
  return async <T>(declaration: Declaration, request: unknown, more: object = {}): Promise<T> => {
    const { data, context } = await rooms.call(declaration, request, {
      extra: endpoints,
      cookie: (name: string) => jar.get(name),
      ...more,
    });
    for (const [name, { value }] of context.cookies) jar.set(name, value);
    return data as T;
  };
};
type Browser = ReturnType<typeof openBrowser>;

const asked = async <T>(declaration: Declaration, request: unknown, token = owner): Promise<T> =>
  (await rooms.call(declaration, request, { token, extra: endpoints })).data as T;

const stored = async (name: string, account = 'kappa-administrator'): Promise<string> => {
  const oid = rooms.runtime.newOid();
  const [key, thumbnail] = [`media/${oid}/${name}`, `media/${oid}/thumbnail.jpg`];
  await objects.put(key, original);
  await objects.put(thumbnail, small);
  await sql`insert into media (oid, group_root, group_oid, object_key, thumbnail_key, name, kind, size, reading_state)
    select ${oid}::uuid, group_root, group_oid, ${key}, ${thumbnail}, ${name}, 'photo', ${original.length}, 'done'
    from member where account = ${account}`.execute(rooms.db);
  return oid;
};

const share = (mediaOIDs: string[], more: object = {}, token = owner): Promise<MapShareRecord> =>
  asked(
    mapShareCalls.add,
    { name: 'Roof', mediaOIDs, mediaAs: 'originals', expiresAt: rooms.clock.wall() + hour, ...more },
    token,
  );
const enter = async (browser: Browser, { token }: MapShareRecord): Promise<string> =>
  (await browser<{ ticket: string }>(mapShareCalls.open, { token })).ticket;
const filesOf = (browser: Browser, ticket: string) =>
  browser<{ list: SharedMedia[]; until: number }>(mapShareCalls.media, { ticket });

/** What an address asks for, as a browser sends it. */
const askOf = (address: string | null | undefined, more: object = {}): object => {
  const url = new URL(address ?? '', 'http://127.0.0.1');
  const [, media = ''] = /\/media\/(\d+)\.rest$/.exec(url.pathname) ?? [];
  return { media, ...Object.fromEntries(url.searchParams), ...more };
};
const fetched = (browser: Browser, request: object, more: object = {}): Promise<BytesAnswer> =>
  browser(mapShareCalls.mediaContent, request, more);
const bytesOf = async ({ body }: BytesAnswer): Promise<Buffer> =>
  body instanceof Readable ? buffer(body) : Buffer.from(body);

describe('files of a map share', () => {
  it('are shown small where previews are shared, and nothing names a record of ours', async () => {
    const oid = await stored('one.jpg');
    const made = await share([oid], { mediaAs: 'previews' });
    const browser = openBrowser();
    const ticket = await enter(browser, made);
    const { list } = await filesOf(browser, ticket);
    expect(list).toMatchObject([
      { id: 0, name: 'one.jpg', kind: 'photo', size: original.length, url: null, shown: true },
    ]);
    const picture = await fetched(browser, askOf(list[0]?.thumbnailUrl));
    expect(await bytesOf(picture)).toEqual(small);
    expect(picture.headers['cache-control']).toContain('no-store');
    const whole = askOf(list[0]?.thumbnailUrl, { thumbnail: 'false' });
    expect(await reasonOf(fetched(browser, whole))).toBe('notFound');
    for (const word of [oid, made.oid, made.groupOID, made.groupRoot])
      expect(JSON.stringify(list)).not.toContain(word);
  });

  it('are handed out whole, and in parts, where originals are shared', async () => {
    const made = await share([await stored('two.jpg'), await stored('model.zip')]);
    const browser = openBrowser();
    const { list } = await filesOf(browser, await enter(browser, made));
    expect(list.map(({ name, shown }) => [name, shown])).toEqual([
      ['two.jpg', true],
      ['model.zip', false],
    ]);
    expect(await bytesOf(await fetched(browser, askOf(list[0]?.url)))).toEqual(original);
    const part = await fetched(browser, askOf(list[1]?.url), { range: 'bytes=4-8' });
    expect(part.status).toBe(206);
    expect(part.headers['content-disposition']).toContain('attachment');
    expect((await bytesOf(part)).toString()).toBe('whole');
    expect(await reasonOf(fetched(browser, askOf(list[0]?.url, { media: '2' })))).toBe('notFound');
  });

  it('have addresses that end after ten minutes, and with the share', async () => {
    const made = await share([await stored('three.jpg')]);
    const browser = openBrowser();
    const ticket = await enter(browser, made);
    const first = await filesOf(browser, ticket);
    expect(first.until - rooms.clock.wall()).toBe(limits.mapShare.addressFor);
    rooms.clock.move(limits.mapShare.addressFor);
    expect(await bytesOf(await fetched(browser, askOf(first.list[0]?.url)))).toEqual(original);
    rooms.clock.move(1);
    expect(await reasonOf(fetched(browser, askOf(first.list[0]?.url)))).toBe('shareGone');
    const next = await filesOf(browser, ticket);
    expect(await bytesOf(await fetched(browser, askOf(next.list[0]?.url)))).toEqual(original);
    // No address outlasts its share.
    rooms.clock.move(hour - limits.mapShare.addressFor - 61_000);
    const last = await filesOf(browser, ticket);
    expect(last.until).toBe(made.expiresAt);
    rooms.clock.move(61_000);
    expect(await reasonOf(fetched(browser, askOf(last.list[0]?.url)))).toBe('shareGone');
  });

  it('are useless to another browser, and one address opens nothing else', async () => {
    const made = await share([await stored('four.jpg')]);
    const other = await share([await stored('five.jpg')]);
    const browser = openBrowser();
    const stranger = openBrowser();
    const ticket = await enter(browser, made);
    const { list } = await filesOf(browser, ticket);
    const address = askOf(list[0]?.url) as { ticket: string };
    expect(await bytesOf(await fetched(browser, address))).toEqual(original);
    expect(await reasonOf(fetched(stranger, address))).toBe('shareGone');
    // Nor to one that has a cookie by another share.
    await enter(stranger, other);
    expect(await reasonOf(fetched(stranger, address))).toBe('shareGone');
    for (const declaration of [mapShareCalls.scene, mapShareCalls.view, mapShareCalls.media])
      expect(await reasonOf(stranger(declaration, { ticket }))).toBe('shareGone');
    // The ticket of a page is no address, and that of an address opens no page.
    expect(await reasonOf(fetched(browser, { ...address, ticket }))).toBe('shareGone');
    for (const declaration of [mapShareCalls.scene, mapShareCalls.view, mapShareCalls.media])
      expect(await reasonOf(browser(declaration, { ticket: address.ticket }))).toBe('shareGone');
    expect(await reasonOf(fetched(browser, { ...address, ticket: `${address.ticket.slice(0, -2)}AA` }))).toBe(
      'shareGone',
    );
    // One browser keeps one cookie: a second share does not close the first.
    await enter(browser, other);
    expect(await bytesOf(await fetched(browser, address))).toEqual(original);
  });

  it('leave the share with the bin and come back from it, and end when it is revoked', async () => {
    const [gone, kept] = [await stored('six.jpg'), await stored('seven.jpg')];
    const made = await share([gone, kept]);
    const browser = openBrowser();
    const ticket = await enter(browser, made);
    const { list } = await filesOf(browser, ticket);
    await asked(mediaCalls.remove, { oids: [gone] });
    expect((await filesOf(browser, ticket)).list.map(({ id, name }) => [id, name])).toEqual([
      [1, 'seven.jpg'],
    ]);
    expect(await reasonOf(fetched(browser, askOf(list[0]?.url)))).toBe('notFound');
    expect(await reasonOf(fetched(browser, askOf(list[0]?.thumbnailUrl)))).toBe('notFound');
    expect(await bytesOf(await fetched(browser, askOf(list[1]?.url)))).toEqual(original);
    await asked(keepingCalls.restore, { oids: [gone] });
    expect((await filesOf(browser, ticket)).list).toHaveLength(2);
    await asked(mapShareCalls.remove, { oids: [made.oid] });
    expect(await reasonOf(fetched(browser, askOf(list[1]?.url)))).toBe('shareGone');
    expect(await reasonOf(filesOf(browser, ticket))).toBe('shareGone');
  });

  it('leave the share when they leave its organisation', async () => {
    const oid = await stored('eight.jpg');
    const browser = openBrowser();
    const ticket = await enter(browser, await share([oid]));
    const { list } = await filesOf(browser, ticket);
    await sql`update media set (group_root, group_oid) =
      (select group_root, group_oid from member where account = 'lambda-administrator') where oid = ${oid}`.execute(
      rooms.db,
    );
    expect((await filesOf(browser, ticket)).list).toEqual([]);
    expect(await reasonOf(fetched(browser, askOf(list[0]?.url)))).toBe('notFound');
  });

  it('stop in the middle when the share or the file ends', async () => {
    for (const end of ['share', 'file', 'none'] as const) {
      const oid = await stored(`long-${end}.mp4`);
      const made = await share([oid]);
      const slow: DiskObjects = {
        ...objects,
        head: (key) => objects.head(key),
        async get(key, range) {
          const found = await objects.get(key, range);
          const chunks = ['the ', 'whole', ' ', 'pho', 'to'].map((text) => Buffer.from(text));
          return found && { ...found, stream: Readable.from(chunks, { highWaterMark: 1 }) };
        },
      };
      endpoints = serve(slow);
      try {
        const browser = openBrowser();
        const { list } = await filesOf(browser, await enter(browser, made));
        const { body } = await fetched(browser, askOf(list[0]?.url));
        const chunks = (body as Readable)[Symbol.asyncIterator]();
        expect(String((await chunks.next()).value)).toBe('the ');
        if (end === 'share') await asked(mapShareCalls.remove, { oids: [made.oid] });
        if (end === 'file') await asked(mediaCalls.remove, { oids: [oid] });
        rooms.clock.move(limits.mapShare.sendingCheckEvery);
        // What was read ahead may still come; the end must not.
        const rest = (async () => {
          let read = '';
          for (let next = await chunks.next(); !next.done; next = await chunks.next())
            read += String(next.value);
          return read;
        })();
        if (end === 'none') expect(await rest).toBe('whole photo');
        else await expect(rest).rejects.toThrow('shared no longer');
      } finally {
        endpoints = serve(objects);
      }
    }
  });

  it('are closed where a browser goes before their first byte', async () => {
    const opened: Readable[] = [];
    endpoints = serve({
      ...objects,
      async get(key, range) {
        const found = await objects.get(key, range);
        if (found) opened.push(found.stream);
        return found;
      },
    });
    try {
      const browser = openBrowser();
      const { list } = await filesOf(browser, await enter(browser, await share([await stored('gone.mp4')])));
      const { body } = await fetched(browser, askOf(list[0]?.url));
      (body as Readable).destroy();
      await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true]);
    } finally {
      endpoints = serve(objects);
    }
  });

  it('are shared by nobody who may not see them', async () => {
    const foreign = await stored('foreign.jpg', 'lambda-administrator');
    const binned = await stored('binned.jpg');
    await asked(mediaCalls.remove, { oids: [binned] });
    const own = await stored('own.jpg');
    for (const oid of [foreign, binned, rooms.runtime.newOid()])
      expect(await reasonOf(share([own, oid]))).toBe('notFound');
    const many = Array.from({ length: limits.mapShare.media + 1 }, () => own);
    expect(await reasonOf(share(many))).toBe('invalid');
  });

  it('need the right to see files: to share them, to see the link, and to let it last longer', async () => {
    const account = 'mu-administrator';
    const oid = await stored('nine.jpg', account);
    const before = await share([oid], {}, await rooms.tokenOf(account));
    expect(before.token).not.toBe('');
    await sql`delete from role_resource where resource = '/AchievementDisplay' and role_oid in
      (select role_oid from member_role join member on member.oid = member_oid where account = ${account})`.execute(
      rooms.db,
    );
    // A session knows the rights that it began with until it is told of others.
    const token = await rooms.tokenOf(account);
    expect(await reasonOf(share([oid], {}, token))).toBe('notAllowed');
    const seen = await asked<MapShareRecord>(mapShareCalls.get, { oid: before.oid }, token);
    expect(seen).toMatchObject({ name: 'Roof', token: '' });
    const longer = { oid: before.oid, expiresAt: before.expiresAt + hour };
    expect(await reasonOf(asked(mapShareCalls.edit, longer, token))).toBe('notAllowed');
    // It may still be named otherwise, and above all revoked.
    expect(await reasonOf(asked(mapShareCalls.edit, { oid: before.oid, name: 'Shed' }, token))).toBe('done');
    expect(await reasonOf(asked(mapShareCalls.remove, { oids: [before.oid] }, token))).toBe('done');
  });
});
