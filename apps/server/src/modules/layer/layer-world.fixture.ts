import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { layerCalls, type LayerRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import type { BytesAnswer, Endpoint } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { createSourceFetch } from '../../platform/outgoing.ts';
import { createSeal } from '../../platform/seal.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import type { WorkStep } from '../operation/index.ts';
import { createLayer, createLayerThreads, createSurfaceParser } from './index.ts';

/** A room of layers on a database of its own, with a server elsewhere; one for all cases of the room. */
export let rooms: TestRooms;
const threads = createLayerThreads();
const surfaceParser = createSurfaceParser();
export let folder: string;
let extra: Endpoint[];
export let administrator: string;
export let operator: string;
export let foreigner: string;
export let png: Uint8Array;
/** What the server elsewhere answers. */
export const world: { answer: RequestListener } = { answer: (_, sent) => void sent.end() };
const server: Server = createServer((request, sent) => world.answer(request, sent));
export let origin: string;
export let step: WorkStep;
export let cloudStep: WorkStep;
export let surfaceStep: WorkStep;
/** What was said to open consoles. */
export const published: { kind: string; state: string }[] = [];
export let ground: ReturnType<typeof createLayer>['ground'];
export let surface: ReturnType<typeof createLayer>['surface'];
export let objects: Objects;
export let orthophotos: ReturnType<typeof createLayer>['orthophotos'];
export let removeUnnamed: ReturnType<typeof createLayer>['removeUnnamed'];
export const workOf = new Map<string, string>();

beforeAll(async () => {
  rooms = await createTestRooms();
  folder = await mkdtemp(join(tmpdir(), 'eyrie-layer-'));
  const { runtime, audit, department, db, clock } = rooms;
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  objects = await createDiskObjects({ dataDir: folder, clock, publicUrl: () => '' });
  ({
    endpoints: extra,
    orthophotos,
    ground,
    surface,
    removeUnnamed,
  } = createLayer({
    publish: (_, { kind, state }) => void published.push({ kind, state }),
    runtime,
    audit,
    department,
    threads,
    surfaceParser,
    objects,
    seal: createSeal(db),
    dataDir: folder,
    engine: null,
    work: {
      register(kind, given) {
        if (kind === 'layerCloud') cloudStep = given;
        else if (kind === 'layerSurface') surfaceStep = given;
        else step = given;
      },
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
  for (const unit of threads.units) await unit.stop();
  await surfaceParser.stop();
  await rooms?.close();
  await rm(folder, { recursive: true });
});

type Declaration = Endpoint['declaration'];
export const call = async <T = LayerRecord>(
  declaration: Declaration,
  request: unknown,
  token = administrator,
  more: object = {},
): Promise<T> => (await rooms.call(declaration, request, { token, extra, ...more })).data as T;
export const bytesOf = async ({ body, status }: BytesAnswer): Promise<Buffer | number> =>
  body instanceof Uint8Array ? (status === 204 ? 204 : Buffer.from(body)) : buffer(body);
let sent = 0;
export const upload = async (bytes: Uint8Array, request: object): Promise<LayerRecord> => {
  const path = join(folder, `sent-${(sent += 1)}`);
  await writeFile(path, bytes);
  const spooled = { name: 'site.bin', path, size: bytes.length };
  return call(layerCalls.upload, request, administrator, { spooled });
};
export const tile = (id: string, z: number, x: number, y: number, token = administrator) =>
  call<BytesAnswer>(layerCalls.tile, { id, z: String(z), x: String(x), y: String(y) }, token);
export const source = (more: object = {}, token = administrator) =>
  call(layerCalls.add, { name: 'far', source: 'xyz', address: `${origin}/{z}/{x}/{y}`, ...more }, token);

/** A model in glTF 2 with nothing but its JSON. */
export const model = (): Buffer => {
  const body = Buffer.from('{"asset":{"version":"2.0"}}'.padEnd(28));
  const head = Buffer.alloc(20);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + body.length, 8);
  head.writeUInt32LE(body.length, 12);
  head.write('JSON', 16);
  return Buffer.concat([head, body]);
};
export const tileset = (uri: string) =>
  JSON.stringify({
    asset: { version: '1.0' },
    geometricError: 10,
    root: { boundingVolume: { sphere: [0, 0, 0, 1] }, geometricError: 0, content: { uri } },
  });
/** Answers files by their path. */
export const files =
  (all: Record<string, string | Uint8Array>): RequestListener =>
  ({ url = '' }, reply) => {
    const body = all[url];
    reply.writeHead(body === undefined ? 404 : 200).end(body);
  };
export const file = (id: string, link = '', token = administrator) =>
  call<BytesAnswer>(
    layerCalls.file,
    { id, name: '0', ...Object.fromEntries(new URLSearchParams(link.split('?')[1])) },
    token,
  );
export const linkIn = (json: Buffer | number): string =>
  (JSON.parse(String(json)) as { root: { content: { uri: string } } }).root.content.uri;
export const follow = async (id: string, link = '') => bytesOf(await file(id, link));
