import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaCalls, pyramidCalls, pyramidLevels, pyramidTiles, resultLimits } from '@eyrie/domain';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { pyramidKeyOf } from './media.pyramid.ts';
import { createFileJobs } from './media.reading.ts';
import { mediaListEndpoints, mediaTimers, pyramidEndpoints } from './index.ts';

const { binFor, pyramidFrom } = resultLimits;
let rooms: TestRooms;
let dataDir: string;
let objects: Objects;
let dockOID: string;
const jobs = createFileJobs();

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-pyramid-'));
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  await rooms.seed('sigma', ['administrator'], 'Flug-4711!');
  await rooms.seed('tau', ['administrator'], 'Flug-4711!');
  dockOID = await createTestFlights(rooms.runtime).dock('sigma-administrator');
});
afterAll(async () => {
  await jobs.stop();
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => sql`delete from media`.execute(rooms.db));

/** Blue, with a red square of 100 pixels that begins at 3,000 and 2,000. */
const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 8_000, height: 5_100, channels: 3, background: '#1030c0' } })
    .composite([
      {
        input: { create: { width: 100, height: 100, channels: 3, background: '#e01010' } },
        left: 3_000,
        top: 2_000,
      },
    ])
    .jpeg({ quality: 95 })
    .toBuffer();

/** A photo that has been read, as large as is said of it. */
const stored = async (bytes: Uint8Array, size = { width: 8_000, height: 5_100 }): Promise<string> => {
  const oid = rooms.runtime.newOid();
  const key = `media/${dockOID}/${oid}`;
  await objects.put(key, Buffer.from(bytes));
  await sql`insert into media (oid, group_root, group_oid, dock_oid, object_key, name, kind, size, width, height, reading_state)
    select ${oid}::uuid, group_root, group_oid, ${dockOID}::uuid, ${key}, 'large.jpg', 'photo', ${bytes.length},
      ${size.width}::int, ${size.height}::int, 'done'
    from member where account = 'sigma-administrator'`.execute(rooms.db);
  return oid;
};
const call = async <T>(
  declaration: Parameters<TestRooms['call']>[0],
  request: unknown,
  who = 'sigma-administrator',
): Promise<T> => {
  const timeZoneOf = async (): Promise<string> => 'Asia/Shanghai';
  const extra = [
    ...mediaListEndpoints(rooms.runtime, { audit: rooms.audit, objects, timeZoneOf }),
    ...pyramidEndpoints(rooms.runtime, { objects, dataDir, jobs }),
  ];
  return (await rooms.call(declaration, request, { token: await rooms.tokenOf(who), extra })).data as T;
};
const sizes = (oid: string, who?: string) =>
  call<{ width: number; height: number }>(pyramidCalls.pyramid, { oid }, who);
const tileOf = (id: string, tile: number, who?: string) =>
  call<BytesAnswer>(pyramidCalls.tile, { id, tile: String(tile) }, who);
const tile = async (id: string, number: number): Promise<Buffer> => {
  const { body } = await tileOf(id, number);
  if (!(body instanceof Uint8Array)) throw new Error('no tile');
  return Buffer.from(body);
};

describe('a large photo', () => {
  it('is cut into tiles once, each at its place in every size', async () => {
    const oid = await stored(await picture());
    expect(await sizes(oid)).toEqual({ width: 8_000, height: 5_100 });
    expect(await readdir(join(dataDir, 'media-work'))).toEqual([]);
    for (const { across, down, first, width, height } of pyramidLevels({ width: 8_000, height: 5_100 })) {
      const last = await sharp(await tile(oid, first + across * down - 1)).metadata();
      expect([last.width, last.height]).toEqual([width - (across - 1) * 512, height - (down - 1) * 512]);
    }
    // The square lies in the sixth tile of the fourth row, of 16 in a row.
    const [full] = pyramidLevels({ width: 8_000, height: 5_100 });
    expect(full?.across).toBe(16);
    const { data, info } = await sharp(await tile(oid, 3 * 16 + 5))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = ((2_040 - 3 * 512) * info.width + (3_050 - 5 * 512)) * info.channels;
    expect(data[at]).toBeGreaterThan(180);
    expect(data[0]).toBeLessThan(60);
    // The photo itself is not needed again.
    await objects.delete(`media/${dockOID}/${oid}`);
    expect(await sizes(oid)).toEqual({ width: 8_000, height: 5_100 });
    const tiles = pyramidTiles({ width: 8_000, height: 5_100 });
    expect(await reasonOf(tileOf(oid, tiles))).toBe('notFound');
  });

  it('is none below its least size, and says when it is more than may be cut', async () => {
    const small = await stored(await picture(), { width: 100, height: pyramidFrom / 100 - 1 });
    expect(await reasonOf(sizes(small))).toBe('notFound');
    const lies = await stored(
      await sharp({ create: { width: 26_000, height: 10, channels: 3, background: '#000' } })
        .jpeg()
        .toBuffer(),
    );
    expect(await reasonOf(sizes(lies))).toBe('pyramidTooMuch');
    expect(await reasonOf(tileOf(lies, 0))).toBe('notFound');
  });

  it('stays within its organisation, and its tiles go with it', async () => {
    const oid = await stored(await picture());
    await sizes(oid);
    expect(await reasonOf(sizes(oid, 'tau-administrator'))).toBe('notFound');
    expect(await reasonOf(tileOf(oid, 0, 'tau-administrator'))).toBe('notFound');
    const row = await rooms.db.selectFrom('media').selectAll().executeTakeFirstOrThrow();
    await call(mediaCalls.remove, { oids: [oid] });
    expect(await reasonOf(tileOf(oid, 0))).toBe('notFound');
    expect(await objects.head(pyramidKeyOf(row))).not.toBeNull();
    await sql`update media set deleted_at = deleted_at - make_interval(secs => ${binFor / 1_000 + 1}::float8)`.execute(
      rooms.db,
    );
    const timers = mediaTimers(rooms.runtime, { objects, audit: rooms.audit });
    await timers.find(({ name }) => name === 'media.cleanUp')?.run();
    expect(await objects.head(pyramidKeyOf(row))).toBeNull();
  });
});
