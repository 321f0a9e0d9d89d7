import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { flightCalls, mediaCalls, resultLimits, type MediaItem, type PhotoFacts } from '@eyrie/domain';
import { withPhotoMarks } from '@eyrie/testing';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { mediaEndpoints } from './media.endpoints.ts';
import { createFileJobs, readNextFile } from './media.reading.ts';
import { claimFile } from './media.reading.store.ts';
import { mediaListEndpoints, mediaTimers } from './index.ts';

const { readAttempts, readFor, storeAgainAfter, photoPixels } = resultLimits;
const { binFor } = resultLimits;
const timeZoneOf = async (): Promise<string> => 'Asia/Shanghai';
let rooms: TestRooms;
let dataDir: string;
let disk: Objects;
let away = false;
let objects: Objects;
let administrator: string;
let stranger: string;
let dockOID: string;
const jobs = createFileJobs();
const never = new AbortController().signal;

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-media-reading-'));
  disk = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  objects = {
    ...disk,
    head: async (key) => (away ? Promise.reject(new Error('the store is away')) : disk.head(key)),
  };
  await rooms.seed('sigma', ['administrator'], 'Flug-4711!');
  await rooms.seed('tau', ['administrator'], 'Flug-4711!');
  dockOID = await createTestFlights(rooms.runtime).dock('sigma-administrator');
});
afterAll(async () => {
  await jobs.stop();
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  administrator = await rooms.tokenOf('sigma-administrator');
  stranger = await rooms.tokenOf('tau-administrator');
  await sql`delete from media`.execute(rooms.db);
});

const marks = {
  ImageSource: 'WideCamera',
  AltitudeType: 'RtkAlt',
  GpsLatitude: '+22.540000000',
  GpsLongitude: '+113.950000000',
  AbsoluteAltitude: '+71.200',
  RelativeAltitude: '+55.000',
  GimbalYawDegree: '+90.00',
  GimbalPitchDegree: '-45.00',
  GimbalRollDegree: '+0.00',
};
const exif = {
  model: 'M3TD',
  lat: 22.54,
  lng: 113.95,
  altitude: 60,
  taken: '2025:10:09 16:53:20',
  offset: '+08:00',
};
const takenAt = Date.UTC(2025, 9, 9, 8, 53, 20);
const jpeg = (width = 1_200, height = 900): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#2fb3a6' } })
    .jpeg()
    .toBuffer();

/** Notes a photo as its upload does; of a device where it says something beside it. */
const stored = async (
  name: string,
  bytes: Uint8Array,
  device: { lng?: number; lat?: number; shotAt?: number } = {},
) => {
  const oid = rooms.runtime.newOid();
  const key = `media/${dockOID}/${oid}`;
  await disk.put(key, Buffer.from(bytes));
  const { lng = null, lat = null, shotAt } = device;
  await sql`insert into media (oid, group_root, group_oid, dock_oid, object_key, name, kind, size, lng, lat, shot_at, created_at)
    select ${oid}::uuid, group_root, group_oid, ${dockOID}::uuid, ${key}, ${name}, 'photo', ${bytes.length}, ${lng}, ${lat},
      ${shotAt === undefined ? null : new Date(shotAt)}, ${new Date(rooms.clock.wall())} from member
    where account = 'sigma-administrator'`.execute(rooms.db);
  return oid;
};
const deps = () => ({ runtime: rooms.runtime, objects, dataDir, jobs });
const readAll = async (): Promise<void> => {
  while (await readNextFile(deps(), never));
};
const call = async <T>(
  declaration: Parameters<TestRooms['call']>[0],
  request: unknown,
  token = administrator,
) => {
  const extra = [
    ...mediaEndpoints(rooms.runtime, objects),
    ...mediaListEndpoints(rooms.runtime, { audit: rooms.audit, objects, timeZoneOf }),
  ];
  return (await rooms.call(declaration, request, { token, extra })).data as T;
};
const detail = (oid: string) => call<MediaItem & { facts: PhotoFacts | null }>(mediaCalls.detail, { oid });
const thumbnail = (id: string, token = administrator) =>
  call<BytesAnswer>(flightCalls.preview, { id, thumbnail: 'true' }, token);
const attemptsOf = async (): Promise<number[]> =>
  (await rooms.db.selectFrom('media').select('reading_attempts').execute()).map(
    (row) => row.reading_attempts,
  );

describe('a photo that has arrived', () => {
  it('is read, and has a small picture with the same rights, as long as the file is kept', async () => {
    const oid = await stored('DJI_0001.JPG', withPhotoMarks(await jpeg(), marks, exif));
    expect(await detail(oid)).toMatchObject({ reading: 'waiting', thumbnailUrl: null, facts: null });
    expect(await reasonOf(thumbnail(oid))).toBe('notFound');
    await readAll();
    expect(await detail(oid)).toMatchObject({
      reading: 'done',
      readingFault: null,
      width: 1_200,
      height: 900,
      lens: 'wide',
      lng: 113.95,
      lat: 22.54,
      relativeAltitude: 55,
      gimbalYaw: 90,
      shotAt: takenAt,
      thumbnailUrl: `/nebula-five/mediafile/preview/${oid}.rest?thumbnail=true`,
      facts: {
        takenAt,
        zoneMinutes: 480,
        zoneSource: 'offset',
        gimbal: { yaw: 90, pitch: -45, roll: 0 },
        faults: [],
      },
    });
    const answer = await thumbnail(oid);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=600',
      'x-content-type-options': 'nosniff',
    });
    const small = await buffer(answer.body as Readable);
    expect(await sharp(small).metadata()).toMatchObject({ width: 400, height: 300, format: 'jpeg' });
    expect((await sharp(small).metadata()).exif).toBeUndefined();
    expect(await reasonOf(thumbnail(oid, stranger))).toBe('notFound');

    const [row] = await rooms.db.selectFrom('media').select('thumbnail_key').execute();
    await call(mediaCalls.remove, { oids: [oid] });
    expect(await reasonOf(thumbnail(oid))).toBe('notFound');
    rooms.clock.move(binFor + 1);
    for (const { run } of mediaTimers(rooms.runtime, { objects, audit: rooms.audit })) await run();
    expect(await disk.head(`${row?.thumbnail_key}`)).toBeNull();
  });

  it('keeps what its device said of it, and says what the file says beside it', async () => {
    const device = { lng: 1, lat: 2, shotAt: takenAt - 3_600_000 };
    const oid = await stored('DJI_0002.JPG', withPhotoMarks(await jpeg(8, 8), marks, exif), device);
    await readAll();
    expect(await detail(oid)).toMatchObject({
      ...device,
      facts: { lng: 113.95, lat: 22.54, faults: ['clockDiffers'] },
    });
  });

  it('is read once, also by two servers at the same time', async () => {
    const bytes = withPhotoMarks(await jpeg(64, 64), marks, exif);
    for (let n = 0; n < 6; n += 1) await stored(`${n}.JPG`, bytes);
    await Promise.all([readAll(), readAll()]);
    expect(await attemptsOf()).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('is read by another server when the first one is gone, and named after three', async () => {
    const oid = await stored('DJI_0003.JPG', withPhotoMarks(await jpeg(8, 8), marks, exif));
    const claim = () =>
      claimFile(rooms.db, 'photo', new Date(rooms.clock.wall()), new Date(rooms.clock.wall() + readFor));
    expect(await claim()).toMatchObject({ oid, attempts: 1 });
    await readAll();
    expect(await detail(oid)).toMatchObject({ reading: 'waiting' });
    rooms.clock.move(readFor + 1);
    await readAll();
    expect(await detail(oid)).toMatchObject({ reading: 'done' });

    const killer = await stored('DJI_0004.JPG', withPhotoMarks(await jpeg(8, 8), marks, exif));
    for (let n = 0; n < readAttempts; n += 1) {
      expect(await claim()).toMatchObject({ oid: killer, attempts: n + 1 });
      rooms.clock.move(readFor + 1);
    }
    await readAll();
    expect(await detail(killer)).toMatchObject({ reading: 'failed', readingFault: 'photoTooMuch' });
  });

  it('waits while the store is away, which is no fault of it', async () => {
    const oid = await stored('DJI_0005.JPG', withPhotoMarks(await jpeg(8, 8), marks, exif));
    away = true;
    for (let n = 0; n < 5; n += 1) {
      await readAll();
      rooms.clock.move(storeAgainAfter + 1);
    }
    expect(await attemptsOf()).toEqual([0]);
    away = false;
    await readAll();
    expect(await detail(oid)).toMatchObject({ reading: 'done' });
  });
});

/** A PNG of 40 kB that says it has 30,000 × 30,000 points. */
const bomb = async (): Promise<Buffer> => {
  const png = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  const { crc32 } = await import('node:zlib');
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
};
const textOfTenMegabytes = (): Uint8Array => {
  const one = Uint8Array.from([0xff, 0xe1, 0xff, 0xff, ...new Uint8Array(65_533).fill(65)]);
  return Buffer.concat(Array.from({ length: 160 }, () => one));
};

describe('a photo that is none, or too much', () => {
  it.each<[string, string, () => Promise<Uint8Array>]>([
    ['of 30,000 × 30,000 points', 'photoPixels', bomb],
    ['that is cut off', 'photoTruncated', async () => (await jpeg(2_000, 2_000)).subarray(0, 6_000)],
    [
      'of noise',
      'photoBroken',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1]), Buffer.alloc(5_000, 7)]),
    ],
    ['that is a page', 'photoNotAsNamed', async () => Buffer.from('<html><script>alert(1)</script></html>')],
    [
      'that is a drawing',
      'photoNotAsNamed',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['that is empty', 'photoNotAsNamed', async () => Buffer.alloc(0)],
  ])('%s is named', async (_what, fault, bytes) => {
    const ending = fault === 'photoPixels' ? 'PNG' : 'JPG';
    const oid = await stored(`DJI_0006.${ending}`, await bytes());
    const began = performance.now();
    await readAll();
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await detail(oid)).toMatchObject({ reading: 'failed', readingFault: fault, thumbnailUrl: null });
    expect(photoPixels).toBeLessThan(30_000 * 30_000);
  });

  it('full of text is read as far as it is sound, and nothing of it is kept', async () => {
    const photo = withPhotoMarks(await jpeg(64, 64), marks, exif);
    const at = photo.length - (await jpeg(64, 64)).length + 2;
    const bytes = Buffer.concat([photo.subarray(0, at), textOfTenMegabytes(), photo.subarray(at)]);
    const oid = await stored('DJI_0007.JPG', bytes);
    await readAll();
    const read = await detail(oid);
    expect(read).toMatchObject({ reading: 'done', facts: { lat: 22.54, faults: ['metadataTooLarge'] } });
    expect(JSON.stringify(read.facts).length).toBeLessThan(2_000);
  });

  it('is no picture of ours (TIFF), and says so with what it says of itself', async () => {
    const tiff = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .tiff()
      .toBuffer();
    const oid = await stored('DJI_0008.TIF', tiff);
    await readAll();
    expect(await detail(oid)).toMatchObject({
      readingFault: 'photoFormat',
      facts: { faults: expect.arrayContaining(['placeMissing']) as string[] },
    });
  });
});
