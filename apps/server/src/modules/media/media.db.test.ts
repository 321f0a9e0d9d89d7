import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { UploadedFile } from '@eyrie/dji';
import { flightCalls, limits, type MediaRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type DiskObjects } from '../../platform/objects/index.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createMedia, prefixOf, type MediaRoom } from './index.ts';

let rooms: TestRooms;
let media: MediaRoom;
let objects: DiskObjects;
let dataDir: string;
let dock: { oid: string; groupRoot: string; groupOID: string };
let flightOID: string;
let prefix: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-media-'));
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => 'http://127.0.0.1' });
  media = createMedia(rooms.runtime, { objects, objectsUrl: () => 'http://127.0.0.1:1/objects' });
  const groupRoot = await rooms.seed('kappa', ['operator'], 'Flug-4711!');
  await rooms.seed('lambda', ['operator'], 'Flug-4711!');
  const flights = createTestFlights(rooms.runtime);
  const account = 'kappa-operator';
  const dockOID = await flights.dock(account);
  const [taskOID, routeOID] = [await flights.task(account), await flights.route(account)];
  flightOID = await flights.flight(account, { taskOID, routeOID, dockOID });
  dock = {
    oid: dockOID,
    groupRoot,
    groupOID: (await rooms.member.byAccount(rooms.db, account))?.groupOID ?? '',
  };
  prefix = prefixOf(dockOID);
});
afterAll(async () => {
  await rooms.close();
  await rm(dataDir, { recursive: true });
});

const uploaded = (name: string, part: Partial<UploadedFile> = {}): UploadedFile => ({
  result: 0,
  objectKey: `${prefix}${name}`,
  name,
  flightId: flightOID,
  droneModel: '0-91-1',
  payloadModel: '1-81-0',
  original: true,
  kind: 'photo',
  gimbalYaw: 12,
  absoluteAltitude: 500,
  relativeAltitude: 80,
  shotAt: 1_760_000_000_000,
  lng: 113.9,
  lat: 22.5,
  expectedCount: 1,
  uploadedCount: 1,
  ...part,
});
const list = async (account: string): Promise<MediaRecord[]> => {
  const part = { token: await rooms.tokenOf(account), extra: media.endpoints };
  return ((await rooms.call(flightCalls.media, { id: flightOID }, part)).data as { list: MediaRecord[] })
    .list;
};
const preview = async (account: string, id: string, range: string | null = null): Promise<BytesAnswer> => {
  const part = { token: await rooms.tokenOf(account), extra: media.endpoints, range };
  return (await rooms.call(flightCalls.preview, { id }, part)).data as BytesAnswer;
};

describe('media', () => {
  it('are recorded once, when they are stored, below the dock’s own prefix', async () => {
    const file = uploaded('DJI_0001.JPG');
    await media.recordMedia(dock, file);
    expect(await list('kappa-operator')).toEqual([]);
    await objects.put(file.objectKey, Buffer.from('0123456789'));
    await Promise.all([1, 2, 3].map(() => media.recordMedia(dock, file)));
    for (const objectKey of ['media/else/x.jpg', prefixOf(flightOID), 'DJI_0001.JPG']) {
      await objects.put(`${objectKey}.jpg`, Buffer.from('x')).catch(() => undefined);
      await media.recordMedia(dock, { ...file, objectKey: `${objectKey}.jpg` });
    }
    expect(await list('kappa-operator')).toEqual([
      expect.objectContaining({ name: 'DJI_0001.JPG', size: 10, flightOID, lng: 113.9, kind: 'photo' }),
    ]);
  });

  it('of a flight that is not the dock’s belong to no flight', async () => {
    for (const [n, flightId] of [rooms.runtime.newOid(), 'F1', null].entries()) {
      const file = uploaded(`stray-${n}.jpg`, { flightId });
      await objects.put(file.objectKey, Buffer.from('x'));
      await media.recordMedia(dock, file);
    }
    expect(await list('kappa-operator')).toHaveLength(1);
  });

  it('are shown whole or in part, and only to the own organisation', async () => {
    const [shown] = await list('kappa-operator');
    const { oid, url } = shown ?? { oid: '', url: '' };
    expect(url).toBe(`/nebula-five/mediafile/preview/${oid}.rest`);
    const whole = await preview('kappa-operator', oid);
    expect(whole).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/jpeg',
        'content-length': '10',
        'cache-control': 'private, max-age=600',
      },
    });
    expect(await text(whole.body as Readable)).toBe('0123456789');
    const part = await preview('kappa-operator', oid, 'bytes=2-4');
    expect(part).toMatchObject({
      status: 206,
      headers: { 'content-range': 'bytes 2-4/10', 'content-length': '3' },
    });
    expect(await text(part.body as Readable)).toBe('234');
    expect(await preview('kappa-operator', oid, 'bytes=10-')).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */10' },
    });
    await expect(preview('lambda-operator', oid)).rejects.toMatchObject({ reason: 'notFound' });
    await expect(list('lambda-operator')).rejects.toMatchObject({ reason: 'notFound' });
  });

  it('that could be active are saved and not shown', async () => {
    for (const name of ['x.svg', 'x.html', 'x.jpg.htm', 'noending']) {
      const file = uploaded(name);
      await objects.put(file.objectKey, Buffer.from('<script>'), { contentType: 'text/html' });
      await media.recordMedia(dock, file);
    }
    for (const { oid, name } of (await list('kappa-operator')).filter((one) => one.name !== 'DJI_0001.JPG')) {
      const answer = await preview('kappa-operator', oid);
      expect(answer.headers, name).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': expect.stringMatching(/^attachment;/) as string,
        'x-content-type-options': 'nosniff',
      });
      (answer.body as Readable).destroy();
    }
  });
});

describe('upload credentials', () => {
  it('reach the dock’s own prefix for an hour', async () => {
    const issued = await media.credentialForDock(dock.oid);
    expect(`${issued.objectKeyPrefix}/`).toBe(prefix);
    expect(await media.findCredential(issued.accessKeyId)).toMatchObject({
      secret: issued.accessKeySecret,
      sessionToken: issued.securityToken,
      prefix,
      dockOID: dock.oid,
      expiresAt: rooms.clock.wall() + limits.media.credentialLife,
    });
    for (const wrong of ['', 'x', "' or 1=1", issued.accessKeyId.toLowerCase(), '\u0000'])
      expect(await media.findCredential(wrong)).toBeNull();
  });

  it('end after an hour', async () => {
    const { accessKeyId } = await media.credentialForDock(dock.oid);
    rooms.clock.move(limits.media.credentialLife);
    expect(await media.findCredential(accessKeyId)).toBeNull();
  });

  it('end with the dock', async () => {
    const { accessKeyId } = await media.credentialForDock(dock.oid);
    await sql`update dock set deleted_at = now() where oid = ${dock.oid}`.execute(rooms.db);
    expect(await media.findCredential(accessKeyId)).toBeNull();
    await sql`update dock set deleted_at = null where oid = ${dock.oid}`.execute(rooms.db);
  });
});
