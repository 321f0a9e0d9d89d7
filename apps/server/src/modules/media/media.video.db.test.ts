import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaCalls, type MediaItem, type VideoFacts } from '@eyrie/domain';
import { buildFilm } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { mediaListEndpoints } from './index.ts';
import { createFileJobs, readNextFile } from './media.reading.ts';

let rooms: TestRooms;
let dataDir: string;
let objects: Objects;
let token: string;
let dockOID: string;
let asked = 0;
const jobs = createFileJobs();
const never = new AbortController().signal;

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-media-video-'));
  const disk = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  objects = {
    ...disk,
    get: async (key, range) => {
      asked += range?.end === undefined ? Infinity : range.end - range.start + 1;
      return disk.get(key, range);
    },
  };
  await rooms.seed('sigma', ['administrator'], 'Flug-4711!');
  dockOID = await createTestFlights(rooms.runtime).dock('sigma-administrator');
  token = await rooms.tokenOf('sigma-administrator');
});
afterAll(async () => {
  await jobs.stop();
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  asked = 0;
  await sql`delete from media`.execute(rooms.db);
});

/** Notes a film as its upload does, and reads it. */
const read = async (bytes: Uint8Array, { name = 'DJI_0001.MP4', shotAt = null as number | null } = {}) => {
  const oid = rooms.runtime.newOid();
  const key = `media/${dockOID}/${oid}`;
  await objects.put(key, Buffer.from(bytes));
  await sql`insert into media (oid, group_root, group_oid, dock_oid, object_key, name, kind, size, shot_at, created_at)
    select ${oid}::uuid, group_root, group_oid, ${dockOID}::uuid, ${key}, ${name}, 'video', ${bytes.length},
      ${shotAt === null ? null : new Date(shotAt)}, ${new Date(rooms.clock.wall())} from member
    where account = 'sigma-administrator'`.execute(rooms.db);
  while (await readNextFile({ runtime: rooms.runtime, objects, dataDir, jobs }, never));
  const extra = mediaListEndpoints(rooms.runtime, {
    audit: rooms.audit,
    objects,
    timeZoneOf: async () => 'Asia/Shanghai',
  });
  const { data } = await rooms.call(mediaCalls.detail, { oid }, { token, extra });
  return data as MediaItem & { videoFacts: VideoFacts | null };
};
const startedAt = Date.UTC(2025, 9, 9, 8, 53, 20);
const marks = { place: '+22.5400+113.9500+071.200/', startedAt };
/** A film with its pictures in the way, as hours of flight leave them. */
const longFilm = () =>
  buildFilm({
    ...marks,
    pictures: Array.from({ length: 300 }, (_, place) => ({
      key: place % 60 === 0,
      data: new Uint8Array(20_000),
    })),
  });

describe('a video that has arrived', () => {
  it.each([false, true])('is read without its pictures (in fragments: %s)', async (inFragments) => {
    const film = inFragments ? await buildFilm({ ...marks, inFragments }) : await longFilm();
    const found = await read(film);
    expect(found).toMatchObject({
      reading: 'done',
      readingFault: null,
      width: 1_280,
      height: 720,
      lng: 113.95,
      lat: 22.54,
      shotAt: startedAt,
      video: { duration: inFragments ? 3_000 : 10_000, codec: 'avc', frameRate: 30 },
      videoFacts: {
        codecText: 'avc1.42c01f',
        keyFrames: inFragments ? 3 : 5,
        keyGap: inFragments ? 1_000 : 2_000,
        altitude: 71.2,
        sound: null,
        doubts: [],
      },
    });
    if (!inFragments) expect(asked).toBeLessThan(film.length / 10);
    expect(await readdir(join(dataDir, 'media-work'))).toEqual([]);
  });

  it('keeps the moment that its device said, and says that its own differs', async () => {
    const shotAt = startedAt - 3_600_000;
    expect(await read(await buildFilm(marks), { shotAt })).toMatchObject({
      shotAt,
      videoFacts: { startedAt, doubts: ['clockDiffers'] },
    });
  });
});

const patched = async (kind: string, at: number, value: number): Promise<Buffer> => {
  const film = await buildFilm(marks);
  film.writeUInt32BE(value, film.indexOf(kind, 0, 'latin1') + 4 + at);
  return film;
};
const part = (kind: string, length = 0): Buffer => {
  const bytes = Buffer.alloc(8 + length);
  bytes.writeUInt32BE(8 + length, 0);
  bytes.write(kind, 4, 'latin1');
  return bytes;
};
const parts = (...all: Buffer[]): Buffer => Buffer.concat([part('ftypisom', 8), ...all]);
/** A part within a part, and so on. */
const nested = (depth: number): Buffer => {
  const bytes = Buffer.alloc(8 * depth);
  for (let level = 0; level < depth; level += 1) {
    bytes.writeUInt32BE(8 * (depth - level), level * 8);
    bytes.write(level === 0 ? 'moov' : 'trak', level * 8 + 4, 'latin1');
  }
  return bytes;
};

describe('a video that is none, or too much', () => {
  it.each<[string, string | null, () => Promise<Buffer> | Buffer]>([
    ['a page', 'videoNotAsNamed', () => Buffer.from('<html><script>alert(1)</script></html>')],
    ['empty', 'videoNotAsNamed', () => Buffer.alloc(0)],
    ['cut off', 'videoTruncated', async () => (await longFilm()).subarray(0, 3_000_000)],
    ['without a table of contents', 'videoTruncated', () => parts(part('mdat', 400))],
    ['of a part that leads back', 'videoBroken', () => parts(Buffer.from([0, 0, 0, 4, 1, 1, 1, 1]))],
    ['of noise', 'videoNoPicture', () => parts(part('moov'), part('trak', 4_000))],
    ['of parts in parts', 'videoBroken', () => parts(nested(40_000))],
    ['of very many parts', 'videoTooMuch', () => parts(...Array.from({ length: 8_001 }, () => part('free')))],
    ['without a picture', 'videoNoPicture', () => parts(part('moov', 200))],
    ['that lies about its pictures', null, () => patched('stsz', 8, 0xffff_fff0)],
    ['that lies about their times', null, () => patched('stts', 8, 0xffff_fff0)],
    ['that lies about its clock', null, () => patched('mdhd', 12, 0)],
  ])('%s: %s', async (_what, fault, bytes) => {
    const film = await bytes();
    const began = performance.now();
    const found = await read(film);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(found.reading).toBe('failed');
    expect(found.readingFault).toMatch(/^video(?:Broken|TooMuch|NoPicture|Truncated|NotAsNamed)$/);
    if (fault !== null) expect(found.readingFault).toBe(fault);
    expect(found).toMatchObject({ video: null, videoFacts: null });
  });
});
