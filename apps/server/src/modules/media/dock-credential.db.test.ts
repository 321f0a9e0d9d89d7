import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorageCredential } from '@eyrie/dji';
import { credentialFields } from '@eyrie/dji';
import { AwsClient } from 'aws4fetch';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog, type Log } from '../../platform/log.ts';
import { createOutsideObjects, objectsEndpoint, objectsPath } from '../../platform/objects/index.ts';
import { amzDate } from '../../platform/objects/sigv4.ts';
import { openTestStore, type TestStore } from '../../platform/objects/test-outside-store.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createMedia, prefixOf, type MediaRoom } from './index.ts';

let rooms: TestRooms;
let store: TestStore;
let media: MediaRoom;
let server: FastifyInstance;
let dataDir: string;
let base = '';
let docks: readonly [string, string];
const warned: unknown[] = [];

/** The product with an outside store, which knows the product alone. */
beforeAll(async () => {
  rooms = await createTestRooms();
  store = await openTestStore();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-credential-'));
  const objects = await createOutsideObjects(store.settings, dataDir, rooms.clock);
  media = createMedia(rooms.runtime, { objects, objectsUrl: () => base });
  await rooms.seed('omega', ['operator'], 'Flug-4711!');
  const flights = createTestFlights(rooms.runtime);
  docks = [await flights.dock('omega-operator'), await flights.dock('omega-operator')];
  const log = Object.assign(Object.create(createLog({ level: 'silent' })) as Log, {
    warn: (facts: object, text: string) => warned.push([text, facts]),
  });
  server = Fastify();
  await objectsEndpoint(server, {
    objects,
    linkSecret: undefined,
    findCredential: (id) => media.findCredential(id),
    onStored: () => undefined,
    access: { stamp: () => ({ changes: 0, narrowings: 0 }), hold: () => () => true },
    clock: rooms.clock,
    log,
    dataDir,
    publicPath: objectsPath,
  });
  base = `${await server.listen({ port: 0, host: '127.0.0.1' })}/objects`;
});
afterAll(async () => {
  await server?.close();
  await rooms?.close();
  store?.server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const clientOf = (credential: StorageCredential): AwsClient =>
  new AwsClient({
    accessKeyId: credential.accessKeyId,
    secretAccessKey: credential.accessKeySecret,
    sessionToken: credential.securityToken,
    service: 's3',
    region: credential.region,
    retries: 0,
  });
const ask = async (
  credential: StorageCredential,
  method: string,
  key: string,
  at = `${credential.endpoint}/${credential.bucket}`,
): Promise<number> => {
  // The clock of these rooms stands still.
  const aws = { datetime: amzDate(rooms.clock.wall()) };
  const init = method === 'PUT' ? { method, body: 'x', aws } : { method, aws };
  return (await clientOf(credential).fetch(`${at}/${key}`, init)).status;
};

it('what a dock is given names nothing of the outside store, and is worth nothing there', async () => {
  const credential = await media.credentialForDock(docks[0]);
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.settings;
  const values = Object.values(credential).map(String);
  for (const own of [endpoint, bucket, accessKeyId, secretAccessKey]) expect(values).not.toContain(own);
  expect(JSON.stringify(credentialFields(credential))).not.toContain(secretAccessKey);
  const key = `${prefixOf(docks[0])}a.jpg`;
  expect(await ask(credential, 'PUT', key, `${endpoint}/${bucket}`)).toBe(403);
  expect(store.kept.size).toBe(0);
});

it('a dock writes below the prefix of its own dock, from where the store gets it, and reads nothing', async () => {
  const credential = await media.credentialForDock(docks[0]);
  const key = `${prefixOf(docks[0])}b.jpg`;
  expect(await ask(credential, 'PUT', key)).toBe(200);
  expect([...store.kept.keys()]).toContain(`/${store.settings.bucket}/${key}`);
  expect(await ask(credential, 'GET', key)).toBe(405);
  expect(await ask(credential, 'DELETE', key)).toBe(405);
  const below = await media.credentialBelow(docks[0], `${prefixOf(docks[0])}log/`, 60_000);
  expect(await ask(below.credential, 'PUT', `${prefixOf(docks[0])}log/c`)).toBe(200);
  expect(await ask(below.credential, 'PUT', key)).toBe(403);
});

it('a dock that reaches for what is another one’s is refused, and that is written down with its name', async () => {
  const credential = await media.credentialForDock(docks[0]);
  const key = `${prefixOf(docks[1])}d.jpg`;
  warned.length = 0;
  expect(await ask(credential, 'PUT', key)).toBe(403);
  expect([...store.kept.keys()].filter((one) => one.includes(docks[1]))).toEqual([]);
  expect(warned).toEqual([
    [
      'a device was refused an object that is not its own',
      expect.objectContaining({
        code: 'AccessDenied',
        method: 'PUT',
        dockOID: docks[0],
        path: `${credential.bucket}/${key}`,
      }),
    ],
  ]);
});

it('a credential ends with its hour', async () => {
  const credential = await media.credentialForDock(docks[0]);
  expect(credential.expire).toBe(3_600);
  const { credential: short } = await media.credentialBelow(docks[0], `${prefixOf(docks[0])}short/`, -1);
  expect(await ask(short, 'PUT', `${prefixOf(docks[0])}short/x`)).toBe(403);
});
