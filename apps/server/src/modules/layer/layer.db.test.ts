import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import {
  layerCalls,
  noLayerChoices,
  type LayerChange,
  type LayerChoices,
  type LayerRecord,
} from '@eyrie/domain';
import { strToU8, zipSync } from 'fflate';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BytesAnswer, Endpoint } from '../../platform/http/endpoint.ts';
import { createDiskObjects } from '../../platform/objects/index.ts';
import { createSourceFetch } from '../../platform/outgoing.ts';
import { createSeal } from '../../platform/seal.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import type { WorkStep } from '../operation/index.ts';
import { createLayer, createLayerParser } from './index.ts';
import { finishPreparing } from './layer-preparing.store.ts';
import { tinyArchive } from './pmtiles.fixture.ts';
import { placed, tinyTiff } from './raster.fixture.ts';
import { implicitRoot, subtree } from './tileset.fixture.ts';

let rooms: TestRooms;
const parser = createLayerParser();
let folder: string;
let extra: Endpoint[];
let administrator: string;
let operator: string;
let foreigner: string;
let png: Uint8Array;
let answer: RequestListener = (_, sent) => void sent.end();
const server: Server = createServer((request, sent) => answer(request, sent));
let origin: string;
let step: WorkStep;
let ground: ReturnType<typeof createLayer>['ground'];
const workOf = new Map<string, string>();

beforeAll(async () => {
  rooms = await createTestRooms();
  folder = await mkdtemp(join(tmpdir(), 'eyrie-layer-'));
  const { runtime, audit, department, db, clock } = rooms;
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ({ endpoints: extra, ground } = createLayer({
    runtime,
    audit,
    department,
    parser,
    objects: await createDiskObjects({ dataDir: folder, clock, publicUrl: () => '' }),
    seal: createSeal(db),
    dataDir: folder,
    work: {
      register: (_, given) => void (step = given),
      async add(trx, { kind, groupRoot, request }) {
        const oid = runtime.newOid();
        const [at, what] = [new Date(clock.wall()), JSON.stringify(request)];
        await sql`insert into work (oid, kind, group_root, request, created_at, updated_at)
          values (${oid}, ${kind}, ${groupRoot}, ${what}, ${at}, ${at})`.execute(trx);
        workOf.set(String(request['layerOID']), oid);
        return oid;
      },
    },
    fetch: createSourceFetch({ answer: 300, bodyBytes: 50_000, redirects: 2, hosts: ['127.0.0.1'] }),
    fetchLarge: createSourceFetch({ answer: 300, bodyBytes: 50_000, redirects: 2, hosts: ['127.0.0.1'] }),
  }));
  await rooms.seed('gamma', ['administrator', 'operator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  administrator = await rooms.tokenOf('gamma-administrator');
  operator = await rooms.tokenOf('gamma-operator');
  foreigner = await rooms.tokenOf('omega-administrator');
  const tile = sharp({ create: { width: 256, height: 256, channels: 3, background: '#2fb3a6' } });
  png = new Uint8Array(await tile.png().toBuffer());
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await parser.stop();
  await rooms?.close();
  await rm(folder, { recursive: true });
});

type Declaration = Endpoint['declaration'];
const call = async <T = LayerRecord>(
  declaration: Declaration,
  request: unknown,
  token = administrator,
  more: object = {},
): Promise<T> => (await rooms.call(declaration, request, { token, extra, ...more })).data as T;
const bytesOf = async ({ body, status }: BytesAnswer): Promise<Buffer | number> =>
  body instanceof Uint8Array ? (status === 204 ? 204 : Buffer.from(body)) : buffer(body);
let sent = 0;
const upload = async (bytes: Uint8Array, request: object): Promise<LayerRecord> => {
  const path = join(folder, `sent-${(sent += 1)}`);
  await writeFile(path, bytes);
  const spooled = { name: 'site.bin', path, size: bytes.length };
  return call(layerCalls.upload, request, administrator, { spooled });
};
const tile = (id: string, z: number, x: number, y: number, token = administrator) =>
  call<BytesAnswer>(layerCalls.tile, { id, z: String(z), x: String(x), y: String(y) }, token);
const source = (more: object = {}, token = administrator) =>
  call(layerCalls.add, { name: 'far', source: 'xyz', address: `${origin}/{z}/{x}/{y}`, ...more }, token);

describe('a layer by address', () => {
  it('keeps its key to itself, and drops it when the address leads to another server', async () => {
    const { oid, ...made } = await source({
      address: `${origin}/{z}/{x}/{y}?k={key}`,
      sourceKey: 'geheim-1',
    });
    expect(made).toMatchObject({ hasKey: true, state: 'ready', stateAt: null });
    expect(JSON.stringify(made)).not.toContain('geheim');
    expect((await call(layerCalls.get, { oid }, operator)).address).toBeNull();
    expect(await reasonOf(call(layerCalls.edit, { oid, name: 'x' }, operator))).toBe('notAllowed');
    const same = await call(layerCalls.edit, { oid, address: `${origin}/b/{z}/{x}/{y}?k={key}` });
    expect(same.hasKey).toBe(true);
    const away = await call(layerCalls.edit, { oid, address: 'https://other.example.org/{z}/{x}/{y}?{key}' });
    expect(away.hasKey).toBe(false);
    const history = JSON.stringify(await call(layerCalls.history, { oid }));
    expect(history).toContain('accessKey');
    expect(history).not.toContain('other.example');
  });

  it('is fetched with key and header, counts rows of TMS from the south, and is kept', async () => {
    const heard: string[] = [];
    answer = (request, reply) => {
      heard.push(`${request.url} ${String(request.headers['x-key'])}`);
      reply.end(png);
    };
    const { oid } = await source({ source: 'tms', sourceKey: 'k 1', keyHeader: 'X-Key' });
    expect(await bytesOf(await tile(oid, 3, 1, 0))).toEqual(Buffer.from(png));
    await tile(oid, 3, 1, 0);
    expect(heard).toEqual(['/3/1/7 k 1']);
    expect(await reasonOf(tile(oid, 3, 1, 0, foreigner))).toBe('notFound');
    expect(await reasonOf(tile(oid, 3, 8, 0))).toBe('notFound');
  });

  const hostile: [string, RequestListener, string][] = [
    ['hangs', () => undefined, 'timeout'],
    ['answers a page', (_, reply) => void reply.end('<!doctype html><script>1</script>'), 'noPicture'],
    ['answers without end', (_, reply) => void reply.end(Buffer.alloc(60_000)), 'tooLong'],
    ['answers an error', (_, reply) => void reply.writeHead(500).end(), 'status 500'],
    [
      'redirects to where clouds keep their metadata',
      (_, reply) => void reply.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      'addressRefused',
    ],
    [
      'redirects in a circle',
      ({ url }, reply) => void reply.writeHead(302, { location: `${url}` }).end(),
      'addressRefused',
    ],
  ];
  it.each(hostile)('that %s is marked with the reason and comes back', async (_, listener, reason) => {
    const { oid } = await source();
    answer = listener;
    expect(await reasonOf(tile(oid, 1, 0, 0))).toBe('layerSource');
    const failed = await call(layerCalls.get, { oid });
    expect(failed).toMatchObject({ state: 'failed', reason });
    expect(failed.stateAt).not.toBeNull();
    answer = (_request, reply) => void reply.end(png);
    await tile(oid, 1, 0, 0);
    expect(await call(layerCalls.get, { oid })).toMatchObject({ state: 'ready', reason: null });
  });

  it('has no tile where its server has none', async () => {
    const { oid } = await source();
    answer = (_, reply) => void reply.writeHead(404).end();
    expect(await bytesOf(await tile(oid, 1, 0, 0))).toBe(204);
    expect((await call(layerCalls.get, { oid })).state).toBe('ready');
  });

  it.each([
    'ftp://a.org/{z}/{x}/{y}',
    'https://u:p@a.org/{z}/{x}/{y}',
    'https://{key}/{z}/{x}/{y}',
    'https://a.org',
  ])('is refused as %s', async (address) => expect(await reasonOf(source({ address }))).toBe('layerAddress'));
});

/** A model in glTF 2 with nothing but its JSON. */
const model = (): Buffer => {
  const body = Buffer.from('{"asset":{"version":"2.0"}}'.padEnd(28));
  const head = Buffer.alloc(20);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + body.length, 8);
  head.writeUInt32LE(body.length, 12);
  head.write('JSON', 16);
  return Buffer.concat([head, body]);
};
const tileset = (uri: string) =>
  JSON.stringify({
    asset: { version: '1.0' },
    geometricError: 10,
    root: { boundingVolume: { sphere: [0, 0, 0, 1] }, geometricError: 0, content: { uri } },
  });
/** Answers files by their path. */
const files =
  (all: Record<string, string | Uint8Array>): RequestListener =>
  ({ url = '' }, reply) => {
    const body = all[url];
    reply.writeHead(body === undefined ? 404 : 200).end(body);
  };
const file = (id: string, link = '', token = administrator) =>
  call<BytesAnswer>(
    layerCalls.file,
    { id, name: '0', ...Object.fromEntries(new URLSearchParams(link.split('?')[1])) },
    token,
  );
const linkIn = (json: Buffer | number): string =>
  (JSON.parse(String(json)) as { root: { content: { uri: string } } }).root.content.uri;
const follow = async (id: string, link = '') => bytesOf(await file(id, link));

describe('3D Tiles by address', () => {
  const byAddress = () =>
    source({ source: 'tilesetUrl', address: `${origin}/a/tileset.json?k={key}`, sourceKey: 'geheim 2' });

  it('are fetched through this server, link by link, and the key stays here', async () => {
    const { oid, type, url } = await byAddress();
    expect({ type, url }).toEqual({ type: 4, url: `/nebula-five/layer/file/${oid}/0.rest` });
    answer = files({
      '/a/tileset.json?k=geheim+2': tileset('b/more.json'),
      '/a/tileset.json?k=geheim%202': tileset('b/more.json'),
      '/a/b/more.json?k=geheim+2': tileset('../c.glb?v=3'),
      '/a/c.glb?v=3&k=geheim+2': gzipSync(model()),
    });
    const first = linkIn(await follow(oid));
    const second = linkIn(await follow(oid, first));
    expect(await follow(oid, second)).toEqual(model());
    for (const link of [first, second])
      expect(Buffer.from(link, 'base64url').toString() + decodeURIComponent(link)).not.toContain('geheim');
    expect(await reasonOf(file(oid, second, foreigner))).toBe('notFound');
    expect(await call(layerCalls.get, { oid })).toMatchObject({ state: 'ready' });
  });

  it.each([
    ['another server', tileset('https://a.example.org/x.glb'), 'link'],
    ['another port', tileset('//127.0.0.1:9/a/x.glb'), 'link'],
    ['a folder above', tileset('../x.glb'), 'link'],
    ['a folder above in disguise', tileset('b/%2e%2e%2f..%2f../x.glb'), 'link'],
    ['a pattern', tileset('{level}/{x}/{y}.glb'), 'link'],
    ['itself', tileset('tileset.json'), 'circle'],
    ['nothing', '{"asset":{"version":"1.0"}}', 'noTileset'],
    ['a page', '<!doctype html>', 'noTileset'],
    ['more than fits', Buffer.alloc(60_000), 'tooLong'],
    ['a bomb', gzipSync(Buffer.alloc(21_000_000)), 'tooLong'],
  ])('that lead to %s are refused with the reason', async (_, root, reason) => {
    const { oid } = await source({ source: 'tilesetUrl', address: `${origin}/a/tileset.json` });
    answer = files({ '/a/tileset.json': root });
    expect(await reasonOf(file(oid))).toBe('layerSource');
    expect(await call(layerCalls.get, { oid })).toMatchObject({ state: 'failed', reason });
  });

  it('are fetched by place where they are not listed, from the same folder and with the key', async () => {
    const { oid } = await byAddress();
    const root = JSON.stringify(implicitRoot({ uri: 'c/{level}/{x}/{y}.glb?v=1' }));
    answer = files({
      '/a/tileset.json?k=geheim%202': root,
      '/a/tileset.json?k=geheim+2': root,
      '/a/subtrees/0.0.0.subtree?k=geheim+2': subtree(),
      '/a/c/1/0/1.glb?v=1&k=geheim+2': model(),
    });
    const { root: tile } = JSON.parse(String(await follow(oid))) as {
      root: { content: { uri: string }; implicitTiling: { subtrees: { uri: string } } };
    };
    expect(tile.content.uri).toMatch(/^0\.rest\?at=[\w-]+&place=\{level\}-\{x\}-\{y\}$/);
    const at = (link: string, place: string) => link.replace('{level}-{x}-{y}', place);
    expect(await follow(oid, at(tile.content.uri, '1-0-1'))).toEqual(model());
    expect(await follow(oid, at(tile.implicitTiling.subtrees.uri, '0-0-0'))).toEqual(Buffer.from(subtree()));
    for (const place of ['1-2-0', '24-0-0', '1-0-0-0', '01-0-0'])
      expect(await reasonOf(file(oid, at(tile.content.uri, place)))).toBe('layerSource');
    const made = (pattern: string) =>
      file(oid, `?at=${Buffer.from(pattern).toString('base64url')}&place=0-0-0`);
    for (const pattern of ['../{level}/{x}/{y}.glb', '{level}/{x}/{y}.json', '{level}/{x}.glb', 'x.glb'])
      expect(await reasonOf(made(pattern))).toBe('layerSource');
  });

  it.each([
    ['another server', { uri: 'https://a.example.org/{level}/{x}/{y}.glb' }, 'link'],
    ['a folder above', { uri: '../{level}/{x}/{y}.glb' }, 'link'],
    ['a folder above in disguise', { subtrees: '%2e%2e%2f{level}/{x}/{y}.subtree' }, 'link'],
    ['another name', { uri: '{level}/{x}/{y}/{z}.glb' }, 'link'],
    ['files with links', { uri: '{level}/{x}/{y}.json' }, 'link'],
    ['more levels than there are', { tiling: { availableLevels: 25 } }, 'noTileset'],
    ['parts that are too deep', { tiling: { subtreeLevels: 10 } }, 'noTileset'],
  ])('whose pattern leads to %s are refused with the reason', async (_, more, reason) => {
    const { oid } = await source({ source: 'tilesetUrl', address: `${origin}/a/tileset.json` });
    answer = files({ '/a/tileset.json': JSON.stringify(implicitRoot(more)) });
    expect(await reasonOf(file(oid))).toBe('layerSource');
    expect(await call(layerCalls.get, { oid })).toMatchObject({ state: 'failed', reason });
  });

  it('are refused where two lead to each other, a tile is none, and a link was made up', async () => {
    const { oid } = await source({ source: 'tilesetUrl', address: `${origin}/a/tileset.json` });
    answer = files({
      '/a/tileset.json': tileset('b.json'),
      '/a/b.json': tileset('tileset.json'),
      '/a/x.glb': '<p>',
      '/secret.json': tileset('x.glb'),
    });
    expect(await reasonOf(file(oid, linkIn(await follow(oid))))).toBe('layerSource');
    expect((await call(layerCalls.get, { oid })).reason).toBe('circle');
    const made = (path: string) => file(oid, `?at=${Buffer.from(path).toString('base64url')}`);
    expect(await reasonOf(made('x.glb'))).toBe('layerSource');
    expect((await call(layerCalls.get, { oid })).reason).toBe('noTileset');
    expect(await reasonOf(made('../secret.json'))).toBe('layerSource');
    expect((await call(layerCalls.get, { oid })).reason).toBe('link');
  });
});

describe('meshes by address', () => {
  /** The ground as one triangle, heights from 10 to 20 m. */
  const mesh = (): Buffer => {
    const bytes = Buffer.alloc(110);
    bytes.writeFloatLE(10, 24);
    bytes.writeFloatLE(20, 28);
    bytes.writeUInt32LE(3, 88);
    return bytes;
  };
  const description = {
    format: 'quantized-mesh-1.0',
    version: '1.2.0',
    maxzoom: 4,
    tiles: ['{z}/{x}/{y}.terrain?v={version}'],
    available: [[{ startX: 0, startY: 0, endX: 1, endY: 0, evil: 'x' }]],
    attribution: '<img src=x>',
    parentUrl: 'https://a.example.org/',
  };
  const byAddress = () => source({ source: 'meshUrl', address: `${origin}/t/layer.json` });

  it('are described without what leads elsewhere, and fetched by place', async () => {
    const { oid, role } = await byAddress();
    expect(role).toBe('terrain');
    answer = files({
      '/t/layer.json': JSON.stringify(description),
      '/t/1/3/0.terrain?v=1.2.0': gzipSync(mesh()),
    });
    const given = JSON.parse(String(await follow(oid))) as object;
    expect(given).toMatchObject({
      format: 'quantized-mesh-1.0',
      tiles: [`/nebula-five/layer/tile/${oid}/{z}/{x}/{y}.rest`],
      available: [[{ startX: 0, startY: 0, endX: 1, endY: 0 }]],
    });
    expect(JSON.stringify(given)).not.toMatch(/example|img|evil/);
    expect(await bytesOf(await tile(oid, 1, 3, 0))).toEqual(mesh());
    expect(await reasonOf(tile(oid, 1, 4, 0))).toBe('notFound');
    expect(await reasonOf(tile(oid, 1, 0, 0))).toBe('notFound');
  });

  it.each([
    ['of another format', { ...description, format: 'heightmap-1.0' }, 'noMesh'],
    ['without a place in their pattern', { ...description, tiles: ['a.terrain'] }, 'noMesh'],
    ['of another server', { ...description, tiles: ['https://a.example.org/{z}/{x}/{y}'] }, 'link'],
  ])('%s are refused', async (_, json, reason) => {
    const { oid } = await byAddress();
    answer = files({ '/t/layer.json': JSON.stringify(json) });
    expect(await reasonOf(file(oid))).toBe('layerSource');
    expect((await call(layerCalls.get, { oid })).reason).toBe(reason);
  });

  it('that are none are refused', async () => {
    const { oid } = await byAddress();
    const bytes = mesh();
    bytes.writeUInt32LE(4_000, 88);
    answer = files({ '/t/layer.json': JSON.stringify(description), '/t/0/0/0.terrain?v=1.2.0': bytes });
    expect(await reasonOf(tile(oid, 0, 0, 0))).toBe('layerSource');
    expect((await call(layerCalls.get, { oid })).reason).toBe('noMesh');
  });
});

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
    expect(await ground(await scopeOf('omega-administrator'), [inside])).toBeNull();
  });

  it('that another program has to convert first is refused with what to do', async () => {
    expect(await reasonOf(upload(strToU8('LASF....'), { source: 'tileset' }))).toBe('layerConvert');
    const osgb = { source: 'tileset', fileName: 'Tile_1.osgb' };
    expect(await reasonOf(upload(strToU8('........'), osgb))).toBe('layerConvert');
    const drawing = { source: 'vector', fileName: 'Site.DXF' };
    expect(await reasonOf(upload(strToU8('0\nSECTION'), drawing))).toBe('layerConvert');
  });
});

describe('a GeoTIFF', () => {
  const samples = new Uint8Array(64 * 64 * 3).fill(90);
  const tiff = (more: object = {}) =>
    tinyTiff({ width: 64, height: 64, bands: 3, samples, tags: placed(4326, 9, 48, 0.00001), ...more });
  const send = (bytes: Uint8Array, more: object = {}) =>
    upload(bytes, { source: 'geotiff', fileName: 'Ortho.tif', ...more });
  const run = (layerOID: string, signal = new AbortController().signal) =>
    step({
      oid: workOf.get(layerOID) ?? '',
      groupRoot: '',
      ownerOID: null,
      request: { layerOID },
      signal,
      progress: () => Promise.resolve(),
      alive: () => undefined,
    });
  const stored = async (): Promise<number> => {
    const entries = await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  };

  it('is prepared in the background, once, and anew after an attempt that was ended', async () => {
    const made = await send(tiff());
    expect(made).toMatchObject({ name: 'Ortho', type: 5, state: 'preparing', progress: 0, maxZoom: 17 });
    const { oid, maxZoom, bounds } = made;
    const x = Math.floor((((bounds?.west ?? 0) + 180) / 360) * 2 ** maxZoom);
    const sine = Math.sin(((bounds?.north ?? 0) * Math.PI) / 180);
    const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** maxZoom);
    const before = await tile(oid, maxZoom, x, y);
    expect([before.status, before.headers['cache-control']]).toEqual([204, 'no-store']);
    await expect(run(oid, AbortSignal.abort(new Error('killed')))).rejects.toThrow('aborted');
    expect((await call(layerCalls.get, { oid })).state).toBe('preparing');
    await run(oid);
    const ready = await call(layerCalls.get, { oid });
    expect(ready).toMatchObject({ state: 'ready', progress: null, reason: null });
    const drawn = await tile(oid, maxZoom, x, y, operator);
    expect(drawn.headers['content-type']).toBe('image/webp');
    expect((await sharp((await bytesOf(drawn)) as Buffer).metadata()).width).toBe(256);
    await run(oid);
    const again = { objectKey: 'layer/again', size: 1, files: [], at: new Date() };
    expect(await finishPreparing(rooms.db, oid, 'layer/sent', again)).toBe(false);
    expect((await call(layerCalls.get, { oid })).version).toBe(ready.version);
  });

  it('that shows to be damaged only when it is unpacked has failed, with the reason', async () => {
    const { oid } = await send(tiff({ tags: [...placed(4326, 9, 48, 0.00001), [259, 3, [8]]] }));
    await run(oid);
    const failed = await call(layerCalls.get, { oid });
    expect(failed.state).toBe('failed');
    expect(failed.reason).toMatch(/^layerRaster: /);
  });

  it('has failed when its work was given up, and waits again when that is tried once more', async () => {
    const { oid } = await send(tiff());
    await sql`update work set state = 'failed' where oid = ${workOf.get(oid)}::uuid`.execute(rooms.db);
    expect(await call(layerCalls.get, { oid })).toMatchObject({ state: 'failed', reason: 'notPrepared' });
    await sql`update work set state = 'queued' where oid = ${workOf.get(oid)}::uuid`.execute(rooms.db);
    expect((await call(layerCalls.get, { oid })).state).toBe('preparing');
  });

  it('that is deleted while it is prepared leaves nothing behind', async () => {
    const before = await stored();
    const { oid } = await send(tiff());
    expect(await stored()).toBeGreaterThan(before);
    await call(layerCalls.remove, { oids: [oid] });
    await run(oid);
    expect(await stored()).toBe(before);
  });

  it('in another system, and as heights, is refused when it is sent', async () => {
    expect(await reasonOf(send(tiff({ tags: placed(2154, 9, 48, 1) })))).toBe('layerProjection');
    expect(await reasonOf(send(tiff(), { role: 'terrain' }))).toBe('layerPixels');
  });
});

describe('PMTiles', () => {
  const archive = (more: object = {}) => tinyArchive({ tiles: { '1/0/1': png, '2/3/3': png }, ...more });
  const send = (bytes: Uint8Array) => upload(bytes, { source: 'pmtilesFile', fileName: 'World.pmtiles' });
  const far = () => source({ source: 'pmtiles', address: `${origin}/world.pmtiles` });
  const reasonAt = async (oid: string): Promise<string | null> => {
    expect(await reasonOf(tile(oid, 1, 0, 1))).toBe('layerSource');
    return (await call(layerCalls.get, { oid })).reason;
  };
  const parts =
    (bytes: Buffer): RequestListener =>
    ({ headers }, reply) => {
      const [, from = 0, to = 0] = (/^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []).map(Number);
      const part = bytes.subarray(from, to + 1);
      reply
        .writeHead(206, { 'content-range': `bytes ${from}-${from + part.length - 1}/${bytes.length}` })
        .end(part);
    };

  it('in a file are served by place', async () => {
    const made = await send(archive());
    expect(made).toMatchObject({ name: 'World', type: 1, state: 'ready', minZoom: 1, maxZoom: 2 });
    expect(await bytesOf(await tile(made.oid, 2, 3, 3, operator))).toEqual(Buffer.from(png));
    expect(await bytesOf(await tile(made.oid, 2, 0, 0))).toBe(204);
    expect(await reasonOf(tile(made.oid, 2, 3, 3, foreigner))).toBe('notFound');
  });

  it.each<[string, () => Buffer]>([
    ['vectors', () => archive({ tileType: 1 })],
    ['nothing', () => Buffer.alloc(0)],
    ['a page', () => Buffer.from('<!doctype html>'.repeat(20))],
    ['a part', () => archive().subarray(0, -10)],
    [
      'a directory of more entries than bytes',
      () => archive({ directory: Uint8Array.from([255, 255, 255, 127, 1]) }),
    ],
    ['a directory that is a bomb', () => archive({ directory: new Uint8Array(10_000_000) })],
  ])('are refused as %s', async (_, bytes) => expect(await reasonOf(send(bytes()))).toBe('layerPmtiles'));

  it('at an address are read in parts, directories once', async () => {
    const whole = archive();
    let asked = 0;
    answer = (request, reply) => {
      asked += 1;
      parts(whole)(request, reply);
    };
    const { oid } = await far();
    expect(await bytesOf(await tile(oid, 2, 3, 3))).toEqual(Buffer.from(png));
    expect(await bytesOf(await tile(oid, 1, 0, 1))).toEqual(Buffer.from(png));
    expect(await bytesOf(await tile(oid, 2, 0, 0))).toBe(204);
    expect(asked).toBe(3);
  });

  it.each<[string, RequestListener]>([
    ['noRange', (_, reply) => void reply.end(archive())],
    ['noRange', (_, reply) => void reply.writeHead(206, { 'content-range': 'bytes 7-99/100' }).end('x')],
    ['tooLong', (_, reply) => void reply.end(Buffer.alloc(60_000))],
    ['status 500', (_, reply) => void reply.writeHead(500).end()],
    ['vectorTiles', (request, reply) => parts(archive({ tileType: 1 }))(request, reply)],
    [
      'noPicture',
      (request, reply) => parts(tinyArchive({ tiles: { '1/0/1': new Uint8Array(9) } }))(request, reply),
    ],
    ['noPmtiles', (request, reply) => parts(Buffer.alloc(20_000))(request, reply)],
  ])('at an address fail by name: %s', async (reason, listener) => {
    answer = listener;
    expect(await reasonAt((await far()).oid)).toBe(reason);
  });
});

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
    answer = (_, reply) => void reply.end(png);
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
