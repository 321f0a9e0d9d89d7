import { layerCalls } from '@eyrie/domain';
import { strToU8, zipSync } from 'fflate';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import {
  rooms,
  operator,
  foreigner,
  png,
  ground,
  call,
  bytesOf,
  upload,
  tile,
} from './layer-world.fixture.ts';

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [9, 48],
      [10, 48],
      [10, 49],
      [9, 48],
    ],
  ],
};
const geojson = (geometry: unknown) => strToU8(JSON.stringify(geometry));

describe('a file', () => {
  it('of vectors is kept with its box and shown to nobody else', async () => {
    const made = await upload(geojson(square), { source: 'vector', fileName: 'Field 7.geojson' });
    expect(made).toMatchObject({
      name: 'Field 7',
      type: 3,
      bounds: { west: 9, south: 48, east: 10, north: 49 },
    });
    const request = { id: made.oid, name: '0' };
    const text = String(await bytesOf(await call<BytesAnswer>(layerCalls.file, request)));
    expect(JSON.parse(text)).toMatchObject({ features: [{ geometry: square }] });
    const part = await call<BytesAnswer>(layerCalls.file, request, operator, { range: 'bytes=2-9' });
    expect([part.status, String(await bytesOf(part))]).toEqual([206, text.slice(2, 10)]);
    expect(part.headers['content-range']).toBe(`bytes 2-9/${text.length}`);
    const beyond = await call<BytesAnswer>(layerCalls.file, request, operator, { range: 'bytes=9999-' });
    expect(beyond.status).toBe(416);
    expect(await reasonOf(call(layerCalls.file, request, foreigner))).toBe('notFound');
    await call(layerCalls.remove, { oids: [made.oid] });
    expect(await reasonOf(call(layerCalls.file, request))).toBe('notFound');
  });

  it.each([
    [
      'longitude and latitude the wrong way round',
      { type: 'Point', coordinates: [31.2, 121.4] },
      'layerPlace',
    ],
    [
      'a line over ±180°',
      {
        type: 'LineString',
        coordinates: [
          [179, 0],
          [-179, 0],
        ],
      },
      'layerPlace',
    ],
    [
      'a ring of two places',
      {
        type: 'Polygon',
        coordinates: [
          [
            [1, 1],
            [2, 2],
            [1, 1],
            [1, 1],
          ],
        ],
      },
      'layerVector',
    ],
    ['no numbers', { type: 'Point', coordinates: [null, 1] }, 'layerVector'],
    ['another system', { ...square, crs: { properties: { name: 'EPSG:4490' } } }, 'layerVector'],
  ])('with %s is refused by name', async (_, geometry, reason) => {
    expect(await reasonOf(upload(geojson(geometry), { source: 'vector' }))).toBe(reason);
  });

  const placemark = (shape: string) =>
    strToU8(`<kml><Document><Style id="s"><LineStyle><color>ff0000ff</color></LineStyle></Style>
      <Placemark><name>Weg</name><styleUrl>#s</styleUrl>${shape}</Placemark></Document></kml>`);
  const way = placemark('<LineString><coordinates>9,48,5 10,49</coordinates></LineString>');
  /** A Shapefile of one point. */
  const points = (lng: number, lat: number): Uint8Array => {
    const shape = Buffer.alloc(128);
    shape.writeInt32BE(9994);
    shape.writeInt32BE(64, 24);
    shape.writeInt32LE(1000, 28);
    shape.writeInt32LE(1, 32);
    shape.writeInt32BE(1, 100);
    shape.writeInt32BE(10, 104);
    shape.writeInt32LE(1, 108);
    shape.writeDoubleLE(lng, 112);
    shape.writeDoubleLE(lat, 120);
    return shape;
  };
  const coordinates = [
    [9, 48],
    [10, 49],
  ];
  const drawnWay = {
    properties: { name: 'Weg', colour: '#ff0000' },
    geometry: { type: 'LineString', coordinates },
  };

  it.each([
    ['KML', 'a.kml', way, drawnWay],
    ['KMZ', 'a.kmz', zipSync({ 'doc.kml': way }), drawnWay],
    [
      'a zipped Shapefile',
      'a.zip',
      zipSync({ 'a/b.shp': points(9, 48) }),
      { geometry: { type: 'Point', coordinates: [9, 48] } },
    ],
  ])('of %s is kept as GeoJSON', async (_, fileName, bytes, feature) => {
    const { oid, type } = await upload(bytes, { source: 'vector', fileName });
    const kept = await bytesOf(await call<BytesAnswer>(layerCalls.file, { id: oid, name: '0' }));
    expect(type).toBe(3);
    expect(JSON.parse(String(kept))).toMatchObject({ features: [feature] });
  });

  it.each([
    ['KML with an entity', strToU8('<!DOCTYPE k [<!ENTITY a "b">]><kml>&a;</kml>'), 'layerVector'],
    ['KML with a track', placemark('<gx:Track xmlns:gx="g"/>'), 'layerVector'],
    ['KML too deep', strToU8(`<kml>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</kml>`), 'layerVectorTooBig'],
    ['a bomb', zipSync({ 'doc.kml': new Uint8Array(45_000_000) }), 'layerVectorTooBig'],
    ['a Shapefile in metres that has no projection', zipSync({ 'b.shp': points(5e5, 5e6) }), 'layerPlace'],
    ['an archive of something else', zipSync({ 'a.txt': strToU8('a') }), 'layerVector'],
  ])('with %s is refused by name', async (_, bytes, reason) => {
    expect(await reasonOf(upload(bytes, { source: 'vector' }))).toBe(reason);
  });

  it('of tiles is served by place, also as heights', async () => {
    const zip = zipSync({ '5/26/13.png': png, '6/52/27.png': png });
    const made = await upload(zip, { source: 'tiles', role: 'terrain', encoding: 'mapbox', name: 'Hills' });
    expect(made).toMatchObject({ type: 1, role: 'terrain', encoding: 'mapbox', minZoom: 5, maxZoom: 6 });
    expect(await bytesOf(await tile(made.oid, 6, 52, 27, operator))).toEqual(Buffer.from(png));
    expect(await bytesOf(await tile(made.oid, 6, 0, 0))).toBe(204);
  });

  it('of heights is the ground for checks: exact where there are tiles, unknown beside them, none for others', async () => {
    const scopeOf = async (account: string) => {
      const found = await sql<{ groupRoot: string; groupOID: string }>`select group_root as "groupRoot",
        group_oid as "groupOID" from member where account = ${account}`.execute(rooms.db);
      return found.rows[0] ?? { groupRoot: '', groupOID: '' };
    };
    const [inside, beside] = [
      { lng: 114, lat: 24 },
      { lng: 10, lat: 24 },
    ];
    const heights = await ground(await scopeOf('gamma-operator'), [inside, beside]);
    // #2fb3a6 as a number, in tenths of a metre above −10 000 m.
    expect(heights?.[0]).toBeCloseTo(0x2fb3a6 / 10 - 10_000, 1);
    expect(heights?.[1]).toBeNaN();
    // A layer below is asked for what the one above leaves open, and for nothing else.
    const low = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#0186a0' } })
      .png()
      .toBuffer();
    const zip = zipSync({ '6/52/27.png': low, '6/33/27.png': low });
    const wide = await upload(zip, { source: 'tiles', role: 'terrain', encoding: 'mapbox', name: 'Plain' });
    const both = async (position: number): Promise<number[]> => {
      await sql`update layer set position = ${position} where oid = ${wide.oid}`.execute(rooms.db);
      return [...((await ground(await scopeOf('gamma-operator'), [inside, beside])) ?? [])];
    };
    const [hill, plain] = [0x2fb3a6 / 10 - 10_000, 0x0186a0 / 10 - 10_000];
    const near = (wanted: number) => expect.closeTo(wanted, 1) as number;
    expect(await both(1_000_000)).toEqual([near(hill), near(plain)]);
    expect(await both(-1_000_000)).toEqual([near(plain), near(plain)]);
    await sql`delete from layer where oid = ${wide.oid}`.execute(rooms.db);
    expect(await ground(await scopeOf('omega-administrator'), [inside])).toBeNull();
  });

  it('that another program has to convert first is refused with what to do', async () => {
    expect(await reasonOf(upload(strToU8('LASF....'), { source: 'tileset' }))).toBe('layerConvert');
    const osgb = { source: 'tileset', fileName: 'Tile_1.osgb' };
    expect(await reasonOf(upload(strToU8('........'), osgb))).toBe('layerConvert');
    const drawing = { source: 'vector', fileName: 'Site.DWG' };
    expect(await reasonOf(upload(strToU8('AC1032'), drawing))).toBe('layerConvert');
  });

  it('of DXF is drawn where the system that is said with it has it, and not without one', async () => {
    const point = '0\nPOINT\n10\n40500000\n20\n3320113.3\n';
    const drawing = strToU8(`0\nSECTION\n2\nENTITIES\n${point}0\nENDSEC\n0\nEOF\n`);
    const request = { source: 'vector', fileName: 'Site.DXF' };
    expect(await reasonOf(upload(drawing, request))).toBe('layerDxfSystem');
    const { bounds } = await upload(drawing, { ...request, epsg: '4528' });
    expect(bounds?.west).toBeCloseTo(120, 3);
    expect(bounds?.north).toBeCloseTo(30, 3);
  });
});
