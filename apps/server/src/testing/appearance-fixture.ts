import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { appearanceCalls, type Appearance, type UploadedImage, type UploadedTiles } from '@eyrie/domain';
import { zipSync } from 'fflate';
import { sql } from 'kysely';
import sharp from 'sharp';
import { createAppearance } from '../modules/appearance/index.ts';
import { BytesAnswer, type Endpoint } from '../platform/http/endpoint.ts';
import { createDiskObjects } from '../platform/objects/index.ts';
import { createTestRooms, type TestRooms } from './rooms.ts';

type Part = NonNullable<Parameters<TestRooms['call']>[2]>;

/** Two organisations, the files of their appearance, and a photo. */
async function openRooms() {
  const rooms = await createTestRooms();
  const folder = await mkdtemp(join(tmpdir(), 'eyrie-appearance-'));
  const objects = await createDiskObjects({ dataDir: folder, clock: rooms.clock, publicUrl: () => '' });
  const groupRoot = await rooms.seed('east', ['administrator', 'operator'], 'Flug-4711!');
  const otherRoot = await rooms.seed('west', ['administrator'], 'Flug-4711!');
  await sql`update organisation set first = oid = ${groupRoot}`.execute(rooms.db);
  const { audit, organisation, session } = rooms;
  const appearance = createAppearance(rooms.runtime, {
    audit,
    organisation,
    session,
    objects,
    liveUrl: null,
  });
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2fb3a6' } })
    .jpeg()
    .toBuffer();
  return { rooms, folder, objects, groupRoot, otherRoot, appearance, photo };
}

/** @returns the path of a zip with three tiles of two levels */
async function zipTiles(folder: string): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'zip-')), 'file');
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  await writeFile(path, zipSync({ '5/26/13.png': tile, '5/26/14.png': tile, '6/52/27.png': tile }));
  return path;
}

const idOf = (address: string): string => /image\/(\w+)/.exec(address)?.[1] ?? '';
const bytesOf = async (answer: unknown): Promise<Buffer> =>
  answer instanceof BytesAnswer && !(answer.body instanceof Uint8Array)
    ? buffer(answer.body)
    : Buffer.alloc(0);

/** Two organisations with the factory appearance, and every call of appearance. */
export async function openAppearanceFixture() {
  const { rooms, folder, objects, groupRoot, otherRoot, appearance, photo } = await openRooms();
  let token = '';

  const call = async <T>(
    declaration: Endpoint['declaration'],
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
    const path = await zipTiles(folder);
    return call(appearanceCalls.uploadTiles, {}, who, { spooled: { name: 'map.zip', path, size: 1 } });
  };

  /** The administrator anew, who makes every call that names nobody else. */
  const signIn = async (): Promise<string> => (token = await rooms.tokenOf('east-administrator'));

  return {
    appearance,
    bytesOf,
    call,
    current,
    edit,
    groupRoot,
    idOf,
    objects,
    otherRoot,
    restore,
    rooms,
    sendImage,
    sendTiles,
    signIn,
    /** Back to the factory appearance. @returns tokens of the administrator, the other's administrator, an operator */
    async renew() {
      for (const table of ['appearance', 'appearance_image', 'map_tiles'])
        await sql`delete from ${sql.table(table)}`.execute(rooms.db);
      await signIn();
      const operator = await rooms.tokenOf('east-operator');
      return { token, other: await rooms.tokenOf('west-administrator'), operator };
    },
    async close() {
      await rooms.close();
      await rm(folder, { recursive: true });
    },
  };
}
