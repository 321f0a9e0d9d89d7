import { randomUUID } from 'node:crypto';
import { regionCalls, type DrawnGeometry, type RegionImpact, type RegionRecord } from '@eyrie/domain';
import { buildZip } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createFlightAreas } from '../flight-area/index.ts';
import { createRegionParser, createRegions, regionEndpoints, rulesFor, type RegionChange } from './index.ts';

let rooms: TestRooms;
let operator: string;
let outsider: string;
let administrator: string;
let groupOID: string;
const published: RegionChange[] = [];
const parser = createRegionParser();
let extra: ReturnType<typeof regionEndpoints>;

beforeAll(async () => {
  rooms = await createTestRooms();
  const { runtime, audit, department } = rooms;
  const areas = createFlightAreas(runtime, { audit, publish: () => undefined });
  const room = createRegions(runtime, {
    audit,
    department,
    publish: (change) => void published.push(change),
    changed: areas.changed,
  });
  const timeZoneOf = async () => 'Asia/Shanghai';
  extra = regionEndpoints(runtime, { room, areas, audit, parser, timeZoneOf });
  await rooms.seed('alpha', ['operator', 'administrator'], 'Flug-4711!');
  await rooms.seed('beta', ['operator'], 'Flug-4711!');
  operator = await rooms.tokenOf('alpha-operator');
  administrator = await rooms.tokenOf('alpha-administrator');
  outsider = await rooms.tokenOf('beta-operator');
  const { rows } = await sql<{
    oid: string;
  }>`select group_oid as oid from member where account = 'alpha-operator'`.execute(rooms.db);
  groupOID = rows[0]?.oid ?? '';
});
afterAll(async () => {
  await parser.stop();
  await rooms.close();
});
beforeEach(async () => {
  published.length = 0;
  for (const table of ['flight', 'route', 'region', 'flight_area_dock', 'dock_snapshot'])
    await sql`delete from ${sql.table(table)}`.execute(rooms.db);
});

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T = RegionRecord>(
  declaration: Declaration,
  request: unknown,
  token = operator,
): Promise<T> => (await rooms.call(declaration, request, { token, extra })).data as T;
const refused = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (one: unknown) =>
      one as { reason: string; details: { issues?: { path: string; rule: string }[]; data?: object } },
  );
  return error && { reason: error.reason, rule: error.details.issues?.[0]?.rule, data: error.details.data };
};
const upload = async <T>(text: string | Uint8Array, request: object = { preview: 'true' }) => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const part = { token: operator, extra, file: { name: 'file', bytes } };
  return (await rooms.call(regionCalls.upload, request, part)).data as T;
};
const square = (west: number, south: number, size: number): Extract<DrawnGeometry, { type: 'Polygon' }> => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});
const noFly = { name: '禁飞', kind: 'noFly', geometry: square(114, 22, 0.01) };

describe('a region', () => {
  it('is measured by the server, changed with its history, published, and deleted', async () => {
    const made = await call(regionCalls.add, { ...noFly, ceiling: 120, floor: 0, group: '北区' });
    expect(made).toMatchObject({
      kind: 'noFly',
      shape: 'polygon',
      places: 4,
      ceiling: 120,
      heightReference: 'ground',
      groupOID,
      version: 0,
    });
    expect(made.area).toBeCloseTo(1_146_000, -4);
    expect(made.perimeter).toBeCloseTo(4_285, -1);
    expect(published).toMatchObject([
      { kind: 'added', region: { oid: made.oid, geometry: { type: 'Polygon' } } },
    ]);
    const edited = await call(regionCalls.edit, {
      oid: made.oid,
      version: 0,
      geometry: square(114, 22, 0.02),
    });
    expect(edited.area).toBeCloseTo((made.area ?? 0) * 4, -4);
    expect(await refused(call(regionCalls.edit, { oid: made.oid, version: 0, name: 'x' }))).toMatchObject({
      reason: 'conflict',
    });
    const { list } = await call<{ list: { changes: { field: string; from: unknown }[] }[] }>(
      regionCalls.history,
      { oid: made.oid },
    );
    expect(list[0]?.changes.map(({ field }) => field)).toContain('area');
    expect(list[0]?.changes.find(({ field }) => field === 'geometry')).toMatchObject({ from: null });
    const { list: rows } = await call<{ list: RegionRecord[] }>(regionCalls.query, {
      kind: 'noFly',
      keyword: '北',
    });
    expect(rows.map(({ oid, geometry }) => [oid, geometry])).toEqual([[made.oid, undefined]]);
    expect(await call(regionCalls.groups, {})).toEqual({ list: ['北区'] });
    await call(regionCalls.remove, { oids: [made.oid] });
    expect(published.at(-1)).toMatchObject({ kind: 'deleted', region: { oid: made.oid } });
    expect(await refused(call(regionCalls.get, { oid: made.oid }))).toMatchObject({ reason: 'notFound' });
  });

  it('is a circle or a corridor by what it is wide, and a line again without', async () => {
    const circle = await call(regionCalls.add, {
      name: 'c',
      geometry: { type: 'Point', coordinates: [1, 2] },
      radius: 100,
    });
    expect(circle).toMatchObject({ shape: 'circle', radius: 100, places: 1 });
    expect(circle.area).toBeCloseTo(Math.PI * 10_000, 6);
    const line = {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [1.01, 2],
      ],
    };
    const corridor = await call(regionCalls.add, { name: 'k', kind: 'keepIn', geometry: line, width: 50 });
    expect(corridor).toMatchObject({ shape: 'corridor', width: 50 });
    expect(await refused(call(regionCalls.edit, { oid: corridor.oid, width: null }))).toMatchObject({
      rule: 'kindNeedsArea',
    });
    expect(await call(regionCalls.edit, { oid: corridor.oid, width: null, kind: 'note' })).toMatchObject({
      shape: 'line',
      area: null,
    });
  });

  it.each([
    [
      'shape.selfCrossing',
      {
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 1],
              [1, 0],
              [0, 1],
              [0, 0],
            ],
          ],
        },
      },
    ],
    ['shape.swapped', { geometry: { type: 'Point', coordinates: [22.5, 113.9] } }],
    ['shape.outOfRange', { geometry: { type: 'Point', coordinates: [200, 22] } }],
    [
      'shape.tooFewPlaces',
      {
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 1],
            ],
          ],
        },
      },
    ],
    [
      'shape.aroundPole',
      {
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 80],
              [90, 80],
              [180, 80],
              [-90, 80],
            ],
          ],
        },
      },
    ],
    ['kindNeedsArea', { kind: 'noFly', geometry: { type: 'Point', coordinates: [1, 2] } }],
    ['floorCeiling', { floor: 100, ceiling: 100 }],
    ['validOrder', { validFrom: 2_000_000_000_000, validUntil: 1_900_000_000_000 }],
    ['timeZone', { zone: 'Mars/Olympus' }],
  ])('is refused by name: %s', async (rule, part) => {
    const found = await refused(call(regionCalls.add, { name: 'x', geometry: square(1, 1, 1), ...part }));
    expect(found).toMatchObject({ reason: 'invalid', rule });
    if (rule === 'shape.selfCrossing')
      expect(found?.data).toMatchObject({ fault: { at: { lng: 0.5, lat: 0.5 } } });
  });

  it('belongs to its department: nobody else sees, changes or hears of it', async () => {
    const { oid } = await call(regionCalls.add, noFly);
    expect(await refused(call(regionCalls.get, { oid }, outsider))).toMatchObject({ reason: 'notFound' });
    expect(await refused(call(regionCalls.impact, { oid }, outsider))).toMatchObject({ reason: 'notFound' });
    expect(await refused(call(regionCalls.add, { ...noFly, groupOID }, outsider))).toMatchObject({
      reason: 'notFound',
    });
    expect(await call(regionCalls.shown, {}, outsider)).toEqual({ list: [], leftOut: 0 });
    expect(await refused(call(regionCalls.sendAreas, { oids: [randomUUID()] }, administrator))).toMatchObject(
      { reason: 'notFound' },
    );
  });
});

describe('regions on a map', () => {
  it('are those in the box, over ±180° too, rules before notes, no more than fit', async () => {
    const fiji = {
      type: 'Polygon',
      coordinates: [
        [
          [179, -18],
          [-179, -18],
          [-179, -16],
          [179, -16],
          [179, -18],
        ],
      ],
    };
    const far = await call(regionCalls.add, { name: 'f', geometry: fiji });
    const near = await call(regionCalls.add, { ...noFly });
    const shown = async (bounds?: object) =>
      (await call<{ list: { oid: string }[] }>(regionCalls.shown, { bounds })).list.map(({ oid }) => oid);
    expect(await shown()).toEqual([near.oid, far.oid]);
    for (const [west, east] of [
      [179.5, 180.5],
      [-180, -179.5],
      [170, 179.2],
    ])
      expect(await shown({ west, south: -17.5, east, north: -17 })).toEqual([far.oid]);
    expect(await shown({ west: 113, south: 21, east: 115, north: 23 })).toEqual([near.oid]);
    await sql`update region set places = 100_001 where oid = ${far.oid}::uuid`.execute(rooms.db);
    expect(await call(regionCalls.shown, {})).toMatchObject({ list: [{ oid: near.oid }], leftOut: 1 });
  });
});

/** One polygon as a `.shp` has it. */
const shapefile = (ring: number[][]): Buffer => {
  const content = 44 + 4 + ring.length * 16;
  const bytes = Buffer.alloc(100 + 8 + content);
  bytes.writeInt32BE(9994, 0);
  bytes.writeInt32BE(bytes.length / 2, 24);
  bytes.writeInt32LE(1000, 28);
  bytes.writeInt32LE(5, 32);
  bytes.writeInt32BE(1, 100);
  bytes.writeInt32BE(content / 2, 104);
  bytes.writeInt32LE(5, 108);
  bytes.writeInt32LE(1, 144);
  bytes.writeInt32LE(ring.length, 148);
  ring.flat().forEach((value, at) => bytes.writeDoubleLE(value, 156 + at * 8));
  return bytes;
};

describe('a file of regions', () => {
  const collection = (...geometries: object[]): string =>
    JSON.stringify({
      type: 'FeatureCollection',
      features: geometries.map((geometry, at) => ({
        type: 'Feature',
        properties: { name: `面${at}`, fill: '#FF0000' },
        geometry,
      })),
    });
  interface Read {
    rows: {
      row: number;
      name: string;
      shape: string | null;
      colour: string | null;
      issues: { rule: string; message: string }[];
    }[];
    added: number;
  }
  const bad = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ],
    ],
  };

  it('is judged row by row, and stores what was chosen', async () => {
    const text = collection(square(1, 1, 1), bad, { type: 'Point', coordinates: [22, 113] });
    const read = await upload<Read>(text);
    expect(read.rows.map(({ name, shape, issues }) => [name, shape, issues[0]?.rule])).toEqual([
      ['面0', 'polygon', undefined],
      ['面1', null, 'shape.selfCrossing'],
      ['面2', null, 'shape.swapped'],
    ]);
    expect(await call(regionCalls.queryCount, {})).toEqual({ count: 0 });
    expect(await refused(upload(text, { kind: 'noFly' }))).toMatchObject({ reason: 'regionRows' });
    expect(await upload<Read>(text, { rows: '1', kind: 'noFly', group: '导入' })).toMatchObject({ added: 1 });
    const { list } = await call<{ list: RegionRecord[] }>(regionCalls.query, {});
    expect(list).toMatchObject([{ name: '面0', kind: 'noFly', group: '导入', colour: '#FF0000' }]);
  });

  it('names what is wrong with hostile rows, and keeps what only looks like it', async () => {
    const ring = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates: [coordinates] });
    const many = Array.from({ length: 100_000 }, (_, step) => {
      const turn = (step * Math.PI) / 50_000;
      return [Math.cos(turn), Math.sin(turn)];
    });
    const text = collection(
      ring(...many),
      ring([0, 0], [1, 1], [0, 0]),
      ring([22, 113], [23, 113], [23, 114], [22, 113]),
      ring([0, 0], [null, 1], [1, 1], [0, 0]),
      ring([0, 80], [120, 80], [-120, 80], [0, 80]),
      ring([179, 1], [-179, 1], [-179, 2], [179, 2], [179, 1]),
      { type: 'LineString', coordinates: many },
    );
    const read = await upload<Read>(text);
    expect(read.rows.map(({ shape, issues }) => shape ?? issues[0]?.rule)).toEqual([
      'tooMany',
      'shape.tooFewPlaces',
      'shape.swapped',
      'shape.unknown',
      'shape.aroundPole',
      'polygon',
      'tooMany',
    ]);
    const kml = (places: string) =>
      `<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${places}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`;
    const [first] = (await upload<Read>(kml('0,0 NaN,1 1,1 0,0'))).rows;
    expect(first).toMatchObject({ shape: null, issues: [{ rule: 'shape.notFinite' }] });
    await upload(text, { rows: '6' });
    const { list } = await call<{ list: { geometry: DrawnGeometry }[] }>(regionCalls.shown, {
      bounds: { west: 179.5, south: 0, east: 180.5, north: 3 },
    });
    expect(list).toHaveLength(1);
    const geometry = ring(...many);
    expect(await refused(call(regionCalls.add, { name: 'x', geometry }))).toMatchObject({
      reason: 'invalid',
    });
  });

  it('may be KML or KMZ, with holes and several parts', async () => {
    const ring = (west: number, size: number) =>
      `<LinearRing><coordinates>${square(west, 1, size)
        .coordinates[0]?.map((one) => one.join(','))
        .join(' ')}</coordinates></LinearRing>`;
    const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><Placemark><name>塔</name>
      <Style><PolyStyle><color>7f0000ff</color></PolyStyle></Style>
      <MultiGeometry><Polygon><outerBoundaryIs>${ring(1, 1)}</outerBoundaryIs></Polygon>
      <LineString><coordinates>1,2,30 1.1,2,30</coordinates></LineString></MultiGeometry></Placemark></Folder></Document></kml>`;
    const expected = [
      { name: '塔 1', shape: 'polygon', colour: '#ff0000', issues: [] },
      { name: '塔 2', shape: 'line', issues: [] },
    ];
    expect((await upload<Read>(kml)).rows).toMatchObject(expected);
    const kmz = buildZip({ 'doc.kml': Buffer.from(kml) });
    expect((await upload<Read>(kmz)).rows).toMatchObject(expected);
  });

  it('may be a zipped Shapefile, in degrees or with its projection', async () => {
    const projection =
      'PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1]]';
    const degrees = shapefile([
      [1, 1],
      [1, 2],
      [2, 2],
      [2, 1],
      [1, 1],
    ]);
    expect((await upload<Read>(buildZip({ 'a/area.shp': degrees }))).rows).toMatchObject([
      { name: '#1', shape: 'polygon', issues: [] },
    ]);
    const metres = shapefile([
      [111_319, 111_325],
      [111_319, 222_684],
      [222_638, 222_684],
      [222_638, 111_325],
      [111_319, 111_325],
    ]);
    const [row] = (
      await upload<{ rows: { geometry: { coordinates: number[][][] } }[] }>(
        buildZip({ 'area.shp': metres, 'area.prj': Buffer.from(projection) }),
      )
    ).rows;
    expect(row?.geometry.coordinates[0]?.[0]?.[0]).toBeCloseTo(1, 4);
    // Without it metres are no degrees.
    expect((await upload<Read>(buildZip({ 'area.shp': metres }))).rows[0]?.issues[0]?.rule).toBe(
      'shape.outOfRange',
    );
  });

  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    [
      'another system',
      JSON.stringify({ type: 'FeatureCollection', crs: { properties: { name: 'EPSG:2326' } }, features: [] }),
    ],
    ['entities', '<!DOCTYPE kml [<!ENTITY a "b">]><kml>&a;</kml>'],
    ['no shapes', '<kml><Document/></kml>'],
    ['broken JSON', '{"type":'],
  ])('that is none is refused: %s', async (_, text) => {
    expect(await refused(upload(text))).toMatchObject({ reason: 'regionFile' });
  });
});

describe('what a change touches', () => {
  const flights = () => createTestFlights({ db: rooms.db, newOid: rooms.runtime.newOid });
  const routeThrough = async (waypoints: [number, number][]) => {
    const oid = await flights().route('alpha-operator');
    const path = waypoints.map(([lng, lat]) => ({ lng, lat, height: 80 }));
    await sql`update route set waypoints = ${JSON.stringify(path)}::jsonb where oid = ${oid}::uuid`.execute(
      rooms.db,
    );
    return oid;
  };
  const draft = { kind: 'noFly', geometry: square(114, 22, 0.01) };
  const impact = (request: object) => call<RegionImpact>(regionCalls.impact, request);

  it('is found leg by leg, with the task and the flights of each route', async () => {
    const crossing = await routeThrough([
      [113.99, 22.005],
      [113.995, 22.005],
      [114.02, 22.005],
    ]);
    await routeThrough([
      [113.99, 22.02],
      [114.02, 22.02],
    ]);
    const dockOID = await flights().dock('alpha-operator');
    const taskOID = await flights().task('alpha-operator');
    await flights().flight('alpha-operator', { taskOID, routeOID: crossing, dockOID });
    expect(await impact({ draft })).toEqual({
      routes: [
        {
          oid: crossing,
          name: '航线',
          waypointCount: 3,
          legs: [{ from: 2, to: 3 }],
          against: true,
          tasks: [{ oid: taskOID, name: '任务' }],
          flights: [{ oid: expect.any(String), dockName: '机场', state: 'created' }],
        },
      ],
      more: false,
    });
    expect((await impact({ draft: { ...draft, kind: 'note' } })).routes).toEqual([]);
    expect((await impact({ draft: { ...draft, kind: 'noLanding' } })).routes).toMatchObject([
      { against: false },
    ]);
  });

  it('includes the way from and to the dock of an open flight', async () => {
    const routeOID = await routeThrough([
      [114.02, 22.005],
      [114.03, 22.005],
    ]);
    const dockOID = await flights().dock('alpha-operator');
    await sql`insert into dock_snapshot (dock_oid, online, lng, lat) values (${dockOID}::uuid, true, 113.99, 22.005)`.execute(
      rooms.db,
    );
    await flights().flight('alpha-operator', {
      taskOID: await flights().task('alpha-operator'),
      routeOID,
      dockOID,
    });
    expect((await impact({ draft })).routes).toMatchObject([
      {
        legs: [
          { from: 0, to: 1 },
          { from: 2, to: 3 },
        ],
        against: true,
      },
    ]);
  });

  it('of one to stay in are the legs that leave it; of one that goes what lay in it', async () => {
    const inside = await routeThrough([
      [114.001, 22.001],
      [114.009, 22.009],
    ]);
    const leaving = await routeThrough([
      [114.001, 22.001],
      [114.009, 22.009],
      [115, 23],
    ]);
    const found = await impact({ draft: { ...draft, kind: 'keepIn' } });
    expect(new Map(found.routes.map(({ oid, legs, against }) => [oid, [legs.length, against]]))).toEqual(
      new Map([
        [inside, [1, false]],
        [leaving, [2, true]],
      ]),
    );
    const { oid } = await call(regionCalls.add, noFly);
    expect((await impact({ oid })).routes.map((one) => one.against)).toEqual([false, false]);
  });

  it('is asked of an index', async () => {
    await sql`set enable_seqscan = off`.execute(rooms.db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select oid from route
      where deleted_at is null and route_box(waypoints) && box(point(1,1),point(2,2))`.execute(rooms.db);
    await sql`set enable_seqscan = on`.execute(rooms.db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('route_where');
  });
});

describe('rules for a flight', () => {
  it('are those of its department and above, and below what is to be stayed out of, while they are in force', async () => {
    const below = await rooms.department.add(rooms.db, {
      groupRoot: (await call(regionCalls.add, { ...noFly, name: 'off', enabled: false })).groupRoot,
      parentOID: groupOID,
      name: 'below',
    });
    await call(regionCalls.add, { ...noFly, name: 'own' });
    await call(regionCalls.add, { name: 'note', geometry: square(1, 1, 1) });
    await call(regionCalls.add, { ...noFly, name: 'below out', groupOID: below });
    await call(regionCalls.add, { ...noFly, name: 'below in', kind: 'keepIn', groupOID: below });
    const names = async (of: string) => (await rulesFor(rooms.db, of)).map(({ name }) => name).toSorted();
    expect(await names(groupOID)).toEqual(['below out', 'own']);
    expect(await names(below)).toEqual(['below in', 'below out', 'own']);
  });
});
