import {
  layerCalls,
  type LayerRecord,
  routeCalls,
  type ResponseOf,
  type RouteDetail,
  type RoutePlan,
  type RouteRecord,
} from '@eyrie/domain';
import { obstacleField, tileAt, unpackBlocks } from '@eyrie/geometry';
import { obstacleBoxes } from '@eyrie/planner';
import { strToU8, zipSync } from 'fflate';
import { sql } from 'kysely';
import sharp from 'sharp';
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
import { undulation } from '../platform/undulation.ts';
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

/** Names of layers that were not read, as a route says. */
const unreadIn = ({ warnings }: Pick<RouteDetail, 'warnings'>): unknown[] =>
  warnings.filter(({ values }) => values['missing'] === 'obstacles').map(({ values }) => values['layer']);

it('what cannot be read is said of each layer, never passed', async () => {
  const packed = towerZip(tower, { extensions: { KHR_draco_mesh_compression: { bufferView: 0 } } });
  await stand(packed);
  await stand(packed, { name: '塔吊' });
  const { warnings } = await draw(60);
  expect(warnings.find(({ values }) => values['missing'] === 'obstacles')).toMatchObject({
    code: 'clearance',
    blocking: false,
    values: { layer: '风机' },
  });
  expect(unreadIn({ warnings })).toEqual(['风机', '塔吊']);
});

/** A square of a width in degrees about the tower as KML, with a height above the sea. */
const roof = (sea: number | null): Uint8Array => {
  const [d, { lng, lat }] = [0.00002, tower];
  const ring = [
    [-d, -d],
    [d, -d],
    [d, d],
    [-d, d],
    [-d, -d],
  ].map(([east = 0, north = 0]) => `${lng + east},${lat + north}${sea === null ? '' : `,${sea}`}`);
  const mode = sea === null ? '' : '<altitudeMode>absolute</altitudeMode><extrude>1</extrude>';
  return strToU8(
    `<kml><Placemark><name>GT-1</name><Polygon>${mode}<outerBoundaryIs><LinearRing><coordinates>${ring.join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`,
  );
};

it('shapes with heights stand in the way, and those without are said not to be read', async () => {
  const vectors = (bytes: Uint8Array, role = 'surface') =>
    stand(bytes, { source: 'vector', role, name: '规划', fileName: 'plan.kml' });
  // 60 m above take-off at 10 m of the ellipsoid, in heights above the sea there.
  const level = 10 - undulation(tower) + 60;
  await vectors(roof(level + 20));
  const low = await draw(60);
  expect(found(low)).toMatchObject({ blocking: true, values: { obstacle: 'GT-1', layer: '规划' } });
  expect(found(low)?.values['found']).toBeCloseTo(-20, 0);
  expect(unreadIn(low)).toEqual([]);
  await sql`delete from layer`.execute(rooms.db);
  await vectors(roof(null), 'layer');
  expect(unreadIn(await draw(60))).toEqual([]);
  await vectors(roof(null));
  const unread = await draw(60);
  expect(found(unread)).toBeUndefined();
  expect(unreadIn(unread)).toEqual(['规划']);
});

/** Tiles of all boxes that are asked about the way. */
const near = (() => {
  const names = new Set<string>();
  for (const { west, east, south, north } of obstacleBoxes(planAt(60)))
    for (const place of [
      { lng: west, lat: north },
      { lng: east, lat: north },
      { lng: west, lat: south },
      { lng: east, lat: south },
    ]) {
      const { z, x, y } = tileAt(place, 15);
      names.add(`${z}/${x}/${y}`);
    }
  return [...names];
})();

/** Tiles of one height, in metres above the ellipsoid, where the tower is. */
const heightTiles = async (metres: number, tiles: readonly string[] = near): Promise<Uint8Array> => {
  const number = Math.round((metres + 10_000) * 10);
  const background = { r: number >> 16, g: (number >> 8) & 255, b: number & 255 };
  const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer();
  return zipSync(Object.fromEntries(tiles.map((name) => [`${name}.png`, new Uint8Array(picture)])));
};
it('shapes above the ground stand on the terrain that is there, and are not read where there is none', async () => {
  const [d, { lng, lat }] = [0.00002, tower];
  const geometry = {
    type: 'LineString',
    coordinates: [
      [lng, lat - d],
      [lng, lat + d],
    ],
  };
  const mast = strToU8(
    JSON.stringify({ type: 'Feature', properties: { name: 'M-1', height: 80 }, geometry }),
  );
  await stand(mast, { source: 'vector', role: 'surface', name: '杆塔', fileName: 'mast.geojson' });
  const without = await draw(60);
  expect([found(without), unreadIn(without)]).toEqual([undefined, ['杆塔']]);
  await stand(await heightTiles(10), { source: 'tiles', role: 'terrain', encoding: 'mapbox', name: '地面' });
  const low = await draw(60);
  expect(found(low)).toMatchObject({ blocking: true, values: { obstacle: 'M-1', layer: '杆塔' } });
  expect(found(low)?.values['found']).toBeCloseTo(-20, 0);
  expect(unreadIn(low)).toEqual([]);
  expect(found(await draw(110))).toBeUndefined();
});

it('tiles of heights of the surface stand in the way, and where one is missing the layer is not read', async () => {
  const surface = { source: 'tiles', role: 'surface', encoding: 'mapbox', name: '表面' };
  const layer = await stand(await heightTiles(90), surface);
  const low = await draw(60);
  expect(found(low)).toMatchObject({ blocking: true, values: { layer: '表面' } });
  expect(found(low)?.values['found']).toBeCloseTo(-20, 0);
  expect(found(await draw(130))).toBeUndefined();
  await call(layerCalls.remove, { oids: [layer.oid] });
  const [, x = 0, y = 0] = (near[0] as string).split('/').map(Number);
  const beside = [-1, 1].map((step) => `15/${x + step}/${y}`);
  await stand(await heightTiles(90, beside), surface);
  expect(unreadIn(await draw(130))).toEqual(['表面']);
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
  expect(await call<LayerRecord>(layerCalls.add, { ...tiles, role: 'surface' })).toMatchObject({
    role: 'surface',
  });
  const vector = { source: 'vector', fileName: 'plan.kml', role: 'terrain' };
  expect(await refusalOf(stand(roof(null), vector))).toMatchObject({ reason: 'layerRole' });
  const { oid, role } = await stand();
  expect(role).toBe('surface');
  expect(await refusalOf(call(layerCalls.edit, { oid, role: 'terrain' }))).toMatchObject({
    reason: 'layerRole',
  });
});
