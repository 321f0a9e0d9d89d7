import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  appearanceCalls,
  factoryLook,
  limits,
  ownTilesOf,
  type Appearance,
  type UploadedImage,
  type UploadedTiles,
} from '@eyrie/domain';
import { zipSync } from 'fflate';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { up } from '../../migrations/0005-appearance.ts';
import { BytesAnswer, type Endpoint } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createAppearance, type AppearanceRoom } from './index.ts';

let rooms: TestRooms;
let appearance: AppearanceRoom;
let objects: Objects;
let folder: string;
let token: string;
let other: string;
let operator: string;
let groupRoot: string;
let otherRoot: string;
let photo: Buffer;

beforeAll(async () => {
  rooms = await createTestRooms();
  folder = await mkdtemp(join(tmpdir(), 'eyrie-looks-'));
  objects = await createDiskObjects({ dataDir: folder, clock: rooms.clock, publicUrl: () => '' });
  groupRoot = await rooms.seed('east', ['administrator', 'operator'], 'Flug-4711!');
  otherRoot = await rooms.seed('west', ['administrator'], 'Flug-4711!');
  await sql`update organisation set first = oid = ${groupRoot}`.execute(rooms.db);
  const { audit, organisation, session } = rooms;
  appearance = createAppearance(rooms.runtime, { audit, organisation, session, objects, liveUrl: null });
  photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2fb3a6' } })
    .jpeg()
    .toBuffer();
});
afterAll(async () => {
  await rooms.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  for (const table of ['appearance', 'appearance_image', 'map_tiles'])
    await sql`delete from ${sql.table(table)}`.execute(rooms.db);
  token = await rooms.tokenOf('east-administrator');
  operator = await rooms.tokenOf('east-operator');
  other = await rooms.tokenOf('west-administrator');
});

type Declaration = Endpoint['declaration'];
type Part = NonNullable<Parameters<TestRooms['call']>[2]>;
const call = async <T>(
  declaration: Declaration,
  request: unknown,
  who: string | null = token,
  part: Part = {},
): Promise<T> =>
  (await rooms.call(declaration, request, { ...part, token: who, extra: appearance.endpoints })).data as T;
const current = (who: string | null = token) => call<Appearance>(appearanceCalls.background, {}, who);
const edit = (change: object, who = token) => call<Appearance>(appearanceCalls.edit, change, who);
const restore = (to: string) => call<Appearance>(appearanceCalls.restore, { to });
const sendImage = (who = token) =>
  call<UploadedImage>(appearanceCalls.uploadImage, {}, who, { file: { name: 'a.jpg', bytes: photo } });
const sendTiles = async (who = token): Promise<UploadedTiles> => {
  const own = await mkdtemp(join(folder, 'zip-'));
  const path = join(own, 'file');
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  await writeFile(path, zipSync({ '5/26/13.png': tile, '5/26/14.png': tile, '6/52/27.png': tile }));
  return call(appearanceCalls.uploadTiles, {}, who, { spooled: { name: 'map.zip', path, size: 1 } });
};
const idOf = (address: string): string => /image\/(\w+)/.exec(address)?.[1] ?? '';
const bytesOf = async (answer: unknown): Promise<Buffer> =>
  answer instanceof BytesAnswer && !(answer.body instanceof Uint8Array)
    ? buffer(answer.body)
    : Buffer.alloc(0);
const refused = (reason: string) => ({ reason });

describe('a look', () => {
  it('is kept version by version, each said who made it', async () => {
    expect(await current()).toMatchObject({ ...factoryLook, version: 0 });
    expect(await edit({ pcName: ' 东线巡检 ', menuColor: '#112233' })).toMatchObject({
      pcName: '东线巡检',
      version: 1,
    });
    await edit({ menuTheme: 1 });
    expect(await current()).toMatchObject({ pcName: '东线巡检', menuTheme: 1, version: 2 });
    const { list, total } = await call<{ list: object[]; total: number }>(appearanceCalls.history, {});
    expect(total).toBe(2);
    expect(list[0]).toMatchObject({ version: 2, origin: 'edit', byName: 'east administrator' });
  });

  it('that changes nothing makes no version', async () => {
    await edit({ pcName: '甲' });
    expect(await edit({ pcName: '甲' })).toMatchObject({ version: 1 });
  });

  it('goes back to the last one, and forth again, and to the factory’s', async () => {
    await expect(restore('last')).rejects.toMatchObject(refused('noEarlierLook'));
    await edit({ pcName: '甲' });
    await edit({ pcName: '乙' });
    expect(await restore('last')).toMatchObject({ pcName: '甲', version: 3 });
    expect(await restore('last')).toMatchObject({ pcName: '乙', version: 4 });
    expect(await restore('factory')).toMatchObject({ ...factoryLook, version: 5 });
    expect(await restore('last')).toMatchObject({ pcName: '乙' });
  });

  it('goes back to the factory’s from the first change', async () => {
    await edit({ pcName: '甲' });
    expect(await restore('last')).toMatchObject({ pcName: factoryLook.pcName });
  });

  it('that somebody else changed meanwhile is not written over', async () => {
    await edit({ pcName: '甲' });
    await expect(edit({ pcName: '乙', version: 0 })).rejects.toMatchObject(refused('conflict'));
    expect(await edit({ pcName: '乙', version: 1 })).toMatchObject({ version: 2 });
  });

  it('is changed by ten at once without a version lost', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, at) => edit({ pcName: `第${at}` })));
    expect(await current()).toMatchObject({ version: 10 });
  });

  it.each([
    [{ pcName: '' }, 'pcName', 'required'],
    [{ levelMIN: 12, levelMAX: 8 }, 'levelMIN', 'zoomOrder'],
    [{ level: 23 }, 'level', 'zoomBetween'],
    [{ url: 'http://127.0.0.1/{z}/{x}/{y}' }, 'url', 'tileAddress'],
    [{ menuColor: 'red;}' }, 'menuColor', 'colour'],
    [{ backgroundPIC: 'https://example.com/x.png' }, 'backgroundPIC', 'format'],
  ])('is refused with its rule: %j', async (change, path, rule) => {
    await expect(edit(change)).rejects.toMatchObject({
      reason: 'invalid',
      details: { issues: [{ path, rule }] },
    });
    expect(await current()).toMatchObject({ version: 0 });
  });

  it('is the map’s too, by its own call', async () => {
    const settings = { longitude: 113.9, latitude: 22.5, level: 12, levelMIN: 5, levelMAX: 18 };
    expect(await call(appearanceCalls.editMap, settings)).toMatchObject({ ...settings, url: 'builtin' });
    expect(await call(appearanceCalls.mapSettings, {}, operator)).toMatchObject(settings);
    await expect(call(appearanceCalls.editMap, { levelMIN: 19 })).rejects.toMatchObject(refused('invalid'));
  });

  it('of the large screens is apart from the console’s, and comes with the live credential', async () => {
    await edit({ pcName: '甲' });
    const screen = async () =>
      (JSON.parse(await call<string>(appearanceCalls.screenConfig, {}, operator)) as { screen: unknown })
        .screen;
    expect(await screen()).toBeNull();
    await call(appearanceCalls.saveScreen, { menuTheme: 1 });
    expect(await screen()).toMatchObject({ pcName: '甲', menuTheme: 1 });
    expect(await current()).toMatchObject({ menuTheme: 0, version: 1 });
  });
});

describe('what others see', () => {
  it('is the first organisation’s without its map before signing in', async () => {
    await edit({
      pcName: '甲',
      accentColor: '#2fb3a6',
      longitude: 113.9,
      url: 'https://t.example.com/{z}/{x}/{y}',
    });
    expect(await current(null)).toMatchObject({
      pcName: '甲',
      accentColor: '#2fb3a6',
      longitude: factoryLook.longitude,
      url: factoryLook.url,
      version: 0,
    });
    expect(await call(appearanceCalls.backgroundOf, { id: groupRoot }, null)).toEqual({
      pcName: '甲',
      menuTheme: 0,
      menuColor: null,
      accentColor: '#2fb3a6',
      backgroundColor: null,
      backgroundPIC: null,
    });
  });

  it('is nothing of another organisation', async () => {
    await edit({ pcName: '甲' });
    expect(await current(other)).toMatchObject({ pcName: factoryLook.pcName, version: 0 });
    expect(await call(appearanceCalls.history, {}, other)).toMatchObject({ total: 0 });
    const { list } = await call<{ list: { oid: string }[] }>(appearanceCalls.history, {});
    for (const id of [groupRoot, list[0]?.oid, randomUUID()])
      await expect(call(appearanceCalls.backgroundOf, { id }, other)).rejects.toMatchObject(
        refused('notFound'),
      );
    expect(await call(appearanceCalls.backgroundOf, { id: list[0]?.oid })).toMatchObject({ pcName: '甲' });
    await expect(call(appearanceCalls.backgroundOf, { id: list[0]?.oid }, null)).rejects.toMatchObject(
      refused('notFound'),
    );
  });

  it('can be changed by nobody without the right', async () => {
    for (const [declaration, request] of [
      [appearanceCalls.edit, { pcName: '甲' }],
      [appearanceCalls.editMap, { level: 5 }],
      [appearanceCalls.restore, { to: 'factory' }],
      [appearanceCalls.saveScreen, {}],
      [appearanceCalls.uploadImage, {}],
      [appearanceCalls.uploadTiles, {}],
    ] as const)
      await expect(call(declaration, request, operator)).rejects.toMatchObject(refused('notAllowed'));
  });
});

describe('a picture', () => {
  it('is shown to everybody who has its id, as what it is and nothing else', async () => {
    const { address } = await sendImage();
    expect(await edit({ backgroundPIC: address })).toMatchObject({ backgroundPIC: address });
    const shown = await call<BytesAnswer>(appearanceCalls.image, { id: idOf(address) }, null);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await sharp(await bytesOf(shown)).metadata()).width).toBe(60);
    await expect(call(appearanceCalls.image, { id: '0'.repeat(32) }, null)).rejects.toMatchObject(
      refused('notFound'),
    );
  });

  it('of another organisation cannot be used', async () => {
    const { address } = await sendImage(other);
    await expect(edit({ backgroundPIC: address })).rejects.toMatchObject(refused('invalid'));
  });

  it('stays while a look in force or the last one names it, then it goes', async () => {
    const { address } = await sendImage();
    const key = `appearance/${groupRoot}/${idOf(address)}`;
    await edit({ backgroundPIC: address });
    rooms.clock.move(limits.appearance.draftLife + 1);
    token = await rooms.tokenOf('east-administrator');
    await edit({ backgroundPIC: null });
    expect(await objects.head(key)).not.toBeNull();
    expect(await restore('last')).toMatchObject({ backgroundPIC: address });
    await edit({ backgroundPIC: null });
    await edit({ pcName: '丙' });
    expect(await objects.head(key)).toBeNull();
  });

  it('that nobody applies gives way to later ones', async () => {
    const first = await sendImage();
    for (let at = 0; at < limits.appearance.draftsMost; at += 1) {
      rooms.clock.move(10);
      await sendImage();
    }
    await expect(call(appearanceCalls.image, { id: idOf(first.address) }, null)).rejects.toMatchObject(
      refused('notFound'),
    );
  });
});

describe('a map file', () => {
  const tile = (url: string, [z, x, y]: readonly [number, number, number], who = operator) =>
    call<BytesAnswer>(
      appearanceCalls.tile,
      { id: ownTilesOf(url) ?? '', z: String(z), x: String(x), y: String(y) },
      who,
    );

  it('gives each tile by its place to its own organisation', async () => {
    const made = await sendTiles();
    expect(made).toMatchObject({ tiles: 3, tileLevels: { min: 5, max: 6 } });
    expect(made.longitude).toBeCloseTo(115.3, 1);
    expect(await edit({ url: made.url })).toMatchObject({ url: made.url, tileLevels: { min: 5, max: 6 } });
    const found = await tile(made.url, [6, 52, 27]);
    expect(found.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect((await sharp(await bytesOf(found)).metadata()).width).toBe(256);
  });

  it('answers beyond its edges with nothing, and others as if it were not there', async () => {
    const { url } = await sendTiles();
    for (const place of [
      [6, 1, 1],
      [9, 1, 1],
      [5, 99, 1],
    ] as const)
      expect((await tile(url, place)).status).toBe(204);
    await expect(tile(url, [6, 52, 27], other)).rejects.toMatchObject(refused('notFound'));
    await expect(edit({ url }, other)).rejects.toMatchObject(refused('invalid'));
    await expect(
      call(appearanceCalls.tile, { id: ownTilesOf(url), z: '-1', x: '0x3', y: '1e3' }),
    ).rejects.toMatchObject(refused('notFound'));
  });

  it('names no origin; an address elsewhere names its own, for its organisation alone', async () => {
    expect(await appearance.tileOrigins(groupRoot)).toEqual([]);
    await edit({ url: 'https://tiles.example.com:8443/a/{z}/{x}/{y}.png?key=geheim' });
    expect(await appearance.tileOrigins(groupRoot)).toEqual(['https://tiles.example.com:8443']);
    expect(await appearance.tileOrigins(null)).toEqual(['https://tiles.example.com:8443']);
    expect(await appearance.tileOrigins(otherRoot)).toEqual([]);
  });
});

describe('the migration', () => {
  it('moves the look out of the decisions of an organisation and leaves the others', async () => {
    for (const table of ['map_tile', 'map_tiles', 'appearance_image', 'appearance'])
      await sql`drop table ${sql.table(table)}`.execute(rooms.db);
    await sql`update organisation set policy = '{"strongPasswords": true, "appearance": {"pcName": "旧名", "level": 6}}'
      where oid = ${groupRoot}`.execute(rooms.db);
    await up(rooms.db as unknown as Parameters<typeof up>[0]);
    expect(await current()).toMatchObject({ pcName: '旧名', level: 6, version: 1 });
    const { rows } = await sql<{
      policy: object;
    }>`select policy from organisation where oid = ${groupRoot}`.execute(rooms.db);
    expect(rows[0]?.policy).toEqual({ strongPasswords: true });
    expect(await current(other)).toMatchObject({ version: 0 });
    expect(await restore('last')).toMatchObject({ ...factoryLook });
  });
});
