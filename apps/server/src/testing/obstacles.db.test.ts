import {
  layerCalls,
  routeCalls,
  type ResponseOf,
  type RouteDetail,
  type RoutePlan,
  type RouteRecord,
} from '@eyrie/domain';
import { obstacleField, unpackBlocks } from '@eyrie/geometry';
import { obstacleBoxes } from '@eyrie/planner';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { flightVerdicts } from './flight-verdicts.suite.fixture.ts';
import {
  administrator,
  arranged,
  call,
  closeObstacles,
  draw,
  found,
  freshObstacles,
  openObstacles,
  planAt,
  rooms,
  stand,
  tower,
} from './obstacle-world.fixture.ts';
import { refusalOf } from './refusal-of.ts';
import { towerZip } from './tower.fixture.ts';

beforeAll(openObstacles);
afterAll(closeObstacles);
beforeEach(freshObstacles);

const arrange = (routeOID: string) => refusalOf(arranged(routeOID));

flightVerdicts();

it('a route through a tower is refused with its name where it is saved, exported and arranged', async () => {
  await stand();
  const low = await draw(60);
  expect(found(low)).toMatchObject({
    blocking: true,
    values: { obstacle: 'WT-03', layer: '风机', leg: '1→2' },
  });
  // 60 m above take-off at 10 m, below a top of 105 m.
  expect(found(low)?.values['found']).toBeCloseTo(-35, 0);
  const exported = await refusalOf(call(routeCalls.exportFile, { oid: low.oid, as: 'kmz' }));
  expect(exported).toMatchObject({ reason: 'routeBlocked' });
  expect(await arrange(low.oid)).toMatchObject({
    reason: 'routeBlocked',
    details: { values: { why: expect.stringContaining('WT-03 · 风机') } },
  });
  const high = await draw(130);
  expect(found(high)).toBeUndefined();
  expect(await arrange(high.oid)).toBeNull();
});

it('a tower that was put up after the save is found when the route is arranged, and one that is gone frees it', async () => {
  const before = await draw(60);
  expect(found(before)).toBeUndefined();
  const layer = await stand();
  expect(await arrange(before.oid)).toMatchObject({ reason: 'routeBlocked' });
  expect(found(await call<RouteDetail>(routeCalls.get, { oid: before.oid }))).toBeDefined();
  await call(layerCalls.edit, { oid: layer.oid, role: 'layer' });
  expect(await arrange(before.oid)).toBeNull();
});

describe('who sees less of an organisation', () => {
  /** A department of its own, below the organisation. */
  const below = async (name: string): Promise<string> => {
    const oid = rooms.runtime.newOid();
    await sql`insert into department (oid, group_root, parent_oid, name, path)
      select ${oid}::uuid, group_root, group_oid, ${name}, array[group_oid, ${oid}::uuid]
      from member where account = 'alpha-administrator'`.execute(rooms.db);
    return oid;
  };
  const move = (table: string, groupOID: string, oid: string) =>
    sql`update ${sql.table(table)} set group_oid = ${groupOID} where oid = ${oid}`.execute(rooms.db);
  /** A route in one department through a tower whose layer is another's, and a member who sees the route alone. */
  async function hidden() {
    const layer = await stand();
    const low = await draw(60);
    const [own, other] = [await below(`own ${low.oid}`), await below(`other ${low.oid}`)];
    await move('layer', other, layer.oid);
    await move('route', own, low.oid);
    await sql`update member set group_oid = ${own} where account = 'alpha-operator'`.execute(rooms.db);
    return { low, layer, operator: await rooms.tokenOf('alpha-operator') };
  }
  const save = (oid: string, plan: RoutePlan, token: string): Promise<RouteRecord> =>
    call(routeCalls.edit, { oid, plan }, { token });

  it('lifts no obstacle that another found, by saving the route as it was or changed', async () => {
    const { low, operator } = await hidden();
    const saved = [await save(low.oid, planAt(60), operator), await save(low.oid, planAt(61), operator)];
    saved.push(await save(low.oid, planAt(62), operator));
    const restored = await call<RouteRecord>(
      routeCalls.versionRestore,
      { oid: low.oid, number: 1 },
      { token: operator },
    );
    const copied = await call<RouteRecord>(routeCalls.copy, { oid: low.oid }, { token: operator });
    for (const one of [...saved, restored, copied]) {
      expect(found(one)).toMatchObject({ blocking: true, values: { obstacle: 'WT-03', layer: '风机' } });
      expect(one.warnings.find(({ values }) => values['missing'] === 'obstacles')).toMatchObject({
        values: { layer: '风机' },
      });
    }
  });

  it('is freed by who sees the layer, and by its end', async () => {
    const { low, layer, operator } = await hidden();
    expect(found(await save(low.oid, planAt(130), operator))).toBeDefined();
    expect(found(await save(low.oid, planAt(130), administrator))).toBeUndefined();
    expect(found(await save(low.oid, planAt(60), administrator))).toBeDefined();
    await sql`delete from layer where oid = ${layer.oid}`.execute(rooms.db);
    expect(found(await save(low.oid, planAt(60), operator))).toBeUndefined();
  });

  it('is told of no layer that nobody ever looked at for the route', async () => {
    const { operator } = await hidden();
    const { warnings } = await call<RouteDetail>(
      routeCalls.add,
      { name: '新', plan: planAt(60) },
      { token: operator },
    );
    expect(warnings.some(({ values }) => values['missing'] === 'obstacles')).toBe(false);
  });
});

it('what cannot be read is said, never passed', async () => {
  await stand(towerZip(tower, { extensions: { KHR_draco_mesh_compression: { bufferView: 0 } } }));
  const { warnings } = await draw(60);
  expect(warnings.find(({ values }) => values['missing'] === 'obstacles')).toMatchObject({
    code: 'clearance',
    blocking: false,
    values: { layer: '风机' },
  });
});

it('the editor is told the same, by places and names', async () => {
  const boxes = obstacleBoxes(planAt(60));
  type Answer = ResponseOf<typeof layerCalls.surface>;
  expect(await call<Answer>(layerCalls.surface, { boxes })).toMatchObject({ known: false, labels: [] });
  await stand();
  const { known, blocks, labels } = await call<Answer>(layerCalls.surface, { boxes });
  const field = obstacleField(unpackBlocks(Buffer.from(blocks, 'base64')), labels);
  expect(known).toBe(true);
  const top = field.at(tower);
  expect(top).toMatchObject({ name: 'WT-03', layer: '风机' });
  expect(top?.top).toBeCloseTo(105, 2);
  expect(field.at({ lng: 113.951, lat: 22.5402 })).toBeNull();
  const far = [{ west: 10, south: 10, east: 10.1, north: 10.1 }];
  expect(await call<Answer>(layerCalls.surface, { boxes: far })).toMatchObject({ known: false, blocks: '' });
});

it('a role that the source has nothing for is refused', async () => {
  const tiles = { name: 'x', source: 'xyz', address: 'https://a.example.org/{z}/{x}/{y}' };
  expect(await refusalOf(call(layerCalls.add, { ...tiles, role: 'surface' }))).toMatchObject({
    reason: 'layerRole',
  });
  const { oid, role } = await stand();
  expect(role).toBe('surface');
  expect(await refusalOf(call(layerCalls.edit, { oid, role: 'terrain' }))).toMatchObject({
    reason: 'layerRole',
  });
});
