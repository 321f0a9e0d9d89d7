import {
  layerCalls,
  limits,
  noLayerChoices,
  type LayerChange,
  type LayerChoices,
  type LayerRecord,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import {
  world,
  rooms,
  administrator,
  operator,
  foreigner,
  png,
  origin,
  call,
  bytesOf,
  tile,
  source,
  upload,
  objects,
  removeUnnamed,
} from './layer-world.fixture.ts';

// One set-up for all subjects: starting it anew for each file would take longer than its tests.
import './address.cases.fixture.ts';
import './cloud.cases.fixture.ts';
import './file.cases.fixture.ts';
import './geotiff.cases.fixture.ts';
import './pmtiles.cases.fixture.ts';
import './remote.cases.fixture.ts';
import './surface.cases.fixture.ts';

describe('the order', () => {
  it('is changed among those that are named, and only by those who may', async () => {
    const all = await call<{ list: LayerRecord[] }>(layerCalls.query, { pageSize: 200 });
    const [first, second, ...others] = all.list.map(({ oid }) => oid);
    await call(layerCalls.order, { oids: [second, first] });
    const after = await call<{ list: LayerRecord[] }>(layerCalls.query, { pageSize: 200 });
    expect(after.list.map(({ oid }) => oid)).toEqual([second, first, ...others]);
    expect(await reasonOf(call(layerCalls.order, { oids: [first] }, foreigner))).toBe('notFound');
    expect(await reasonOf(call(layerCalls.order, { oids: [first] }, operator))).toBe('notAllowed');
  });

  it('of the tree has no circle, and no layer goes while others lie below it', async () => {
    const { oid } = await source();
    const child = await source({ parentOID: oid });
    expect(await reasonOf(call(layerCalls.edit, { oid, parentOID: child.oid }))).toBe('layerInside');
    expect(await reasonOf(call(layerCalls.remove, { oids: [oid] }))).toBe('layerInside');
    expect(await call(layerCalls.remove, { oids: [oid, child.oid] })).toEqual({ ok: true });
  });
});

describe('a layer of a department above', () => {
  /** An administrator of a department of its own below the others. */
  const below = async (name: string): Promise<string> => {
    const { db, runtime } = rooms;
    const [department, member] = [runtime.newOid(), runtime.newOid()];
    await sql`insert into department (oid, group_root, parent_oid, name, path)
      select ${department}::uuid, group_root, group_oid, ${name}, array[group_oid, ${department}::uuid]
      from member where account = 'gamma-administrator'`.execute(db);
    await sql`insert into member select (jsonb_populate_record(member, jsonb_build_object(
        'oid', ${member}::uuid, 'account', ${name}::text, 'group_oid', ${department}::uuid))).*
      from member where account = 'gamma-administrator'`.execute(db);
    await sql`insert into member_role (member_oid, role_oid) select ${member}::uuid, role_oid from member_role
      where member_oid = (select oid from member where account = 'gamma-administrator')`.execute(db);
    return rooms.tokenOf(name);
  };

  it('is read by those below and changed by none of them, and that of a sibling is not seen', async () => {
    const [north, south] = [await below('north'), await below('south')];
    const above = await source({ name: 'Above' });
    const beside = await call(
      layerCalls.add,
      { name: 'Beside', source: 'xyz', address: `${origin}/{z}/{x}/{y}` },
      south,
    );
    const seen = await call(layerCalls.get, { oid: above.oid }, north);
    expect(seen).toMatchObject({ allowed: ['get'], address: null });
    world.answer = (_, reply) => void reply.end(png);
    expect(await bytesOf(await tile(above.oid, 1, 0, 0, north))).toEqual(Buffer.from(png));
    for (const [declaration, request] of [
      [layerCalls.edit, { oid: above.oid, name: 'Mine' }],
      [layerCalls.edit, { oid: above.oid, address: 'https://a.example.org/{z}/{x}/{y}' }],
      [layerCalls.remove, { oids: [above.oid] }],
      [layerCalls.order, { oids: [above.oid] }],
    ] as const)
      expect(await reasonOf(call(declaration, request, north))).toBe('notAllowed');
    expect(await reasonOf(call(layerCalls.get, { oid: beside.oid }, north))).toBe('notFound');
    expect(await reasonOf(tile(beside.oid, 1, 0, 0, north))).toBe('notFound');
    expect((await call(layerCalls.edit, { oid: beside.oid, name: 'South 2' })).name).toBe('South 2');
  });
});

describe('what a member chose', () => {
  const choose = (change: LayerChange, token = administrator) =>
    call<LayerChoices>(layerCalls.choose, change, token);
  const chosen = (token = administrator) => call<LayerChoices>(layerCalls.choices, {}, token);

  it('is the same wherever the member signs in, and nobody else sees it', async () => {
    const [one, other] = [(await source()).oid, (await source()).oid];
    expect(await chosen()).toEqual(noLayerChoices);
    await choose({ shown: { [one]: false }, opacity: { [one]: 0.4 } });
    // Both are kept: a change names only what it changes.
    await Promise.all([choose({ shown: { [other]: true } }), choose({ order: [other, one], only3D: true })]);
    const all = {
      shown: { [one]: false, [other]: true },
      opacity: { [one]: 0.4 },
      order: [other, one],
      only3D: true,
    };
    expect(await chosen()).toEqual(all);
    expect(await chosen(operator)).toEqual(noLayerChoices);
    expect(await choose({ reset: true, shown: { [one]: true } })).toEqual({
      ...noLayerChoices,
      shown: { [one]: true },
    });
    expect(await choose({ reset: true })).toEqual(noLayerChoices);
  });

  it('holds for layers that there are, and no longer than they are', async () => {
    const { oid } = await source();
    const [gone, foreign] = [crypto.randomUUID(), (await source({}, foreigner)).oid];
    const shown = { [oid]: false, [gone]: false, [foreign]: false };
    expect(await choose({ shown, order: [gone, oid, foreign, oid] })).toMatchObject({
      shown: { [oid]: false },
      order: [oid],
    });
    await call(layerCalls.remove, { oids: [oid] });
    expect(await chosen()).toEqual(noLayerChoices);
  });

  it.each<[string, object]>([
    ['more layers than there may be', { order: Array.from({ length: 201 }, () => crypto.randomUUID()) }],
    [
      'more names than there may be',
      { shown: Object.fromEntries(Array.from({ length: 201 }, () => [crypto.randomUUID(), true])) },
    ],
    ['a name that is none', { shown: { __proto__x: true } }],
    ['more than opaque', { opacity: { [crypto.randomUUID()]: 1.5 } }],
  ])('with %s is refused', async (_, change) => {
    expect(await reasonOf(choose(change))).toBe('invalid');
    expect(await chosen()).toEqual(noLayerChoices);
  });
});

// The last one: sessions end while the clock moves.
describe('a stored file of a layer', () => {
  const point = new TextEncoder().encode(JSON.stringify({ type: 'Point', coordinates: [9, 48] }));
  const keysOf = async (oid: string): Promise<string[]> =>
    (
      await sql<{ key: string }>`select unnest(array[object_key, source_key]) as key from layer
        where oid = ${oid}`.execute(rooms.db)
    ).rows.flatMap(({ key }) => key ?? []);

  it('goes where the store was away when its layer was deleted; those that layers name stay', async () => {
    await sql`update kysely_migration set timestamp = '2025-01-01T00:00:00.000Z'`.execute(rooms.db);
    const send = (name: string) => upload(point, { source: 'vector', fileName: `${name}.geojson` });
    const [gone, shown, waiting] = [await send('Gone'), await send('Shown'), await send('Waiting')];
    await sql`update layer set source_key = object_key, object_key = null where oid = ${waiting.oid}`.execute(
      rooms.db,
    );
    const all = await Promise.all([gone, shown, waiting].map(({ oid }) => keysOf(oid)));
    // Another installation may use the same store: its organisations are not of this database.
    const foreign = `layer/${rooms.runtime.newOid()}/${rooms.runtime.newOid()}`;
    await objects.put(foreign, Buffer.from('tiles'));
    const keys = [...all.flat(), foreign];
    const there = () => Promise.all(keys.map(async (key) => (await objects.head(key)) !== null));
    const away = vi.spyOn(objects, 'delete').mockRejectedValueOnce(new Error('the store is away'));
    await call(layerCalls.remove, { oids: [gone.oid] });
    away.mockRestore();
    expect(await there()).toEqual([true, true, true, true]);
    rooms.clock.move(limits.objects.unnamedAfter + 1);
    await removeUnnamed.run();
    expect(await there()).toEqual([false, true, true, true]);
  });
});
