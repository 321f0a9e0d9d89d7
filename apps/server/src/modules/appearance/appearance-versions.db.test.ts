import { randomUUID } from 'node:crypto';
import { appearanceCalls, factoryAppearance } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { up } from '../../migrations/0005-appearance.ts';
import { openAppearanceFixture } from '../../testing/appearance-fixture.ts';

const fixture = await openAppearanceFixture();
const { call, current, edit, groupRoot, restore, rooms } = fixture;
let other: string;
let operator: string;
afterAll(() => fixture.close());
beforeEach(async () => {
  ({ other, operator } = await fixture.renew());
});
const refused = (reason: string) => ({ reason });

describe('a look', () => {
  it('is kept version by version, each said who made it', async () => {
    expect(await current()).toMatchObject({ ...factoryAppearance, version: 0 });
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
    expect(await restore('factory')).toMatchObject({ ...factoryAppearance, version: 5 });
    expect(await restore('last')).toMatchObject({ pcName: '乙' });
  });

  it('goes back to the factory’s from the first change', async () => {
    await edit({ pcName: '甲' });
    expect(await restore('last')).toMatchObject({ pcName: factoryAppearance.pcName });
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
    const read = (by?: string) => call(appearanceCalls.screenLook, {}, by);
    expect(await screen()).toBeNull();
    expect(await read()).toEqual({ version: 0, look: null });
    await call(appearanceCalls.saveScreen, { menuTheme: 1, version: 0 });
    expect(await screen()).toMatchObject({ pcName: '甲', menuTheme: 1 });
    expect(await read()).toMatchObject({ version: 1, look: { pcName: '甲', menuTheme: 1 } });
    expect(await read(other)).toEqual({ version: 0, look: null });
    // Somebody else saved since it was read.
    await expect(call(appearanceCalls.saveScreen, { menuTheme: 0, version: 0 })).rejects.toMatchObject(
      refused('conflict'),
    );
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
      longitude: factoryAppearance.longitude,
      url: factoryAppearance.url,
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
    expect(await current(other)).toMatchObject({ pcName: factoryAppearance.pcName, version: 0 });
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
    expect(await restore('last')).toMatchObject({ ...factoryAppearance });
  });
});
