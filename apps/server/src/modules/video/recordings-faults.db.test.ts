import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { limits } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Jobs } from '../../platform/child/index.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { configurationTag, flvHead, pictureTag, wholePictureTag } from '../../platform/video/flv-writer.ts';
import { createFlvReader } from '../../platform/video/index.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { removeUnlisted, requireLiveRoom } from '../media/index.ts';
import {
  addFilmedDock,
  closeMedia,
  configuration,
  openMedia,
  type FilmedDock,
  type Media,
} from './filmed-dock.fixture.ts';
import { createRecordings } from './index.ts';
import type { Muxed, MuxOrder } from './recording-mux.ts';
import { claimRecording, insertRecording, keepRecording } from './recording.store.ts';

const { recording: bounds } = limits;
let rooms: TestRooms;
let dataDir: string;
let disk: Objects;
let media: Media;
let owner: FilmedDock;
/** ms by which the servers' clock was moved on. */
let ahead = 0;
/** What the store does beside what it does: nothing, unless a test says so. */
let before: Record<'put' | 'get', (key: string) => Promise<void>>;
let after: (key: string) => Promise<void>;
/** What is sent of a stream to whoever fetches it. */
let sends: Record<string, (response: ServerResponse) => void> = {};
const servers: ReturnType<typeof createRecordings>[] = [];

/** Numbered frames as time goes by, a key frame every half second. */
const film = (response: ServerResponse): void => {
  const begun = performance.now();
  let n = 0;
  response.write(Buffer.concat([flvHead, configurationTag(configuration, 0)]));
  const timer = setInterval(() => {
    const isKey = n % 25 === 0;
    const unit = Buffer.from([0, 0, 0, 5, isKey ? 0x65 : 0x41, 0, 0, 0, 0]);
    unit.writeUInt32BE(n, 5);
    response.write(wholePictureTag(unit, isKey, Math.round(performance.now() - begun)));
    n += 1;
  }, 20);
  response.on('close', () => clearInterval(timer));
};

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-recording-faults-'));
  disk = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  media = await openMedia((request, response) => sends[request.url?.slice(1) ?? '']?.(response));
  await rooms.seed('sigma', ['operator'], 'Flug-4711!');
  owner = await addFilmedDock(rooms, 'sigma-operator');
});
afterAll(async () => {
  closeMedia(media);
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  before = { put: async () => undefined, get: async () => undefined };
  after = async () => undefined;
  sends = { camera: film };
  await sql`delete from video_recording`.execute(rooms.db);
  await sql`delete from media`.execute(rooms.db);
});
afterEach(async () => {
  before = { put: async () => undefined, get: async () => undefined };
  for (const server of servers.splice(0)) await server.unit.stop();
});

const objects: Objects = {
  put: async (key, ...rest) => {
    await before.put(key);
    const info = await disk.put(key, ...rest);
    await after(key);
    return info;
  },
  get: async (key, range) => {
    await before.get(key);
    return disk.get(key, range);
  },
  head: (key) => disk.head(key),
  delete: (key) => disk.delete(key),
  list: (...asked) => disk.list(...asked),
  presignGet: (key, life) => disk.presignGet(key, life),
};
const serverOf = (instanceId: string, mux?: Jobs<MuxOrder, Muxed>) => {
  const server = createRecordings(
    { ...rooms.runtime, serverTime: () => Date.now() + ahead },
    {
      instanceId,
      objects,
      dataDir: join(dataDir, instanceId),
      video: {
        streams: async () => Object.keys(sends),
        sourceUrl: async (stream) => `${media.url}/${stream}`,
      },
      ...(mux ? { mux } : {}),
    },
  );
  servers.push(server);
  return server;
};
const muxOf = (run: (order: MuxOrder) => Promise<Muxed>): Jobs<MuxOrder, Muxed> => ({
  name: 'mux',
  start: async () => undefined,
  stop: async () => undefined,
  run,
});
const start = async (stream = 'camera'): Promise<string> => {
  const oid = rooms.runtime.newOid();
  const at = new Date(Date.now() + ahead);
  await insertRecording(rooms.db, { ...owner, oid, videoId: `AIR/81-0-0/${stream}`, stream, at });
  return oid;
};
/** One that is over, of which nothing or something is stored. */
const startOver = async (part: Buffer | null): Promise<string> => {
  const oid = await start();
  await sql`update video_recording set state = 'finishing', end_reason = 'stopped', ended_at = now(),
    first_frame_at = now(), last_at = 100 where oid = ${oid}::uuid`.execute(rooms.db);
  if (!part) return oid;
  const key = `recording/${owner.groupRoot}/${oid}/${rooms.runtime.newOid()}`;
  await disk.put(key, part);
  await sql`insert into video_recording_part values (${oid}::uuid, 0, ${key}, ${part.length})`.execute(
    rooms.db,
  );
  return oid;
};
const wholePart = Buffer.concat([
  configurationTag(configuration, 0),
  pictureTag([Buffer.from([0x65, 1, 2])], true, 0),
  pictureTag([Buffer.from([0x41, 1, 2])], false, 40),
]);

interface Row {
  state: string;
  end: string | null;
  attempts: number;
  startedAt: Date | null;
  lastAt: number;
}
const rowOf = async (oid: string): Promise<Row | undefined> =>
  (
    await sql<Row>`select state, end_reason as end, attempts, first_frame_at as "startedAt",
      last_at as "lastAt" from video_recording
      where oid = ${oid}::uuid`.execute(rooms.db)
  ).rows[0];
const ends = async (): Promise<(string | null)[]> =>
  (
    await sql<{ end: string | null }>`select metadata -> 'recording' ->> 'end' as end from media`.execute(
      rooms.db,
    )
  ).rows.map(({ end }) => end);
/** Numbers of the frames that are stored of a recording. */
const framesOf = async (oid: string): Promise<number[]> => {
  const { rows } = await sql<{ key: string }>`select object_key as key from video_recording_part
    where recording_oid = ${oid}::uuid order by first_at`.execute(rooms.db);
  const frames: number[] = [];
  const read = createFlvReader(
    {
      format: () => undefined,
      frame: ({ units }) => void frames.push(units.readUInt32BE(units.length - 4)),
      fault: (fault) => {
        throw new Error(fault);
      },
    },
    bounds.frameBytes,
  );
  read(flvHead);
  for (const { key } of rows) {
    const found = await disk.get(key);
    if (found) read(await buffer(found.stream));
  }
  return frames;
};
/** Lets servers do what they do every second until something is so. */
const until = (these: ReturnType<typeof serverOf>[], isSo: () => Promise<void>): Promise<void> =>
  vi.waitFor(
    async () => {
      for (const server of these) await server.timer.run();
      await isSo();
    },
    { timeout: promised(30_000), interval: 50 },
  );
const away = async (): Promise<void> => {
  throw new Error('the store is away');
};

describe('a recording whose store is away', () => {
  it('stores what came meanwhile once it is back, also where its claim was over', async () => {
    const oid = await start();
    const one = serverOf('one');
    await until([one], async () => expect((await framesOf(oid)).length).toBeGreaterThan(20));
    const last = (await framesOf(oid)).at(-1) ?? 0;
    before.put = away;
    const since = performance.now();
    await until([one], async () => expect(performance.now() - since).toBeGreaterThan(600));
    ahead += bounds.claim + 1_000;
    // It loses the recording, and gets it again.
    await one.timer.run();
    before.put = async () => undefined;
    await until([one], async () => expect((await framesOf(oid)).at(-1)).toBeGreaterThan(last + 40));
    const frames = await framesOf(oid);
    expect(frames).toEqual(Array.from({ length: frames.length }, (_, n) => (frames[0] ?? 0) + n));
  });

  it('keeps no other waiting, fills no memory, and goes on', async () => {
    const large = Buffer.alloc(1_000_000, 1);
    let sent = 0;
    let hungUp = false;
    sends['large'] = (response) => {
      // Once it was hung up on, it sends as any other.
      if (hungUp) return film(response);
      const begun = performance.now();
      response.write(Buffer.concat([flvHead, configurationTag(configuration, 0)]));
      const timer = setInterval(() => {
        if (response.writableLength > large.length) return;
        sent += large.length;
        large[0] = 0x65;
        response.write(pictureTag([large], true, Math.round(performance.now() - begun)));
      }, 10);
      response.on('close', () => {
        hungUp = true;
        clearInterval(timer);
      });
    };
    const [slow, other] = [await start('large'), await start()];
    const { promise, resolve } = Promise.withResolvers<void>();
    let waits = false;
    before.put = async (key) => {
      if (!key.includes(slow)) return;
      waits = true;
      await promise;
    };
    const two = serverOf('two');
    await until([two], async () => expect(waits).toBe(true));
    const stored = (await rowOf(other))?.lastAt ?? -1;
    await until([two], async () => expect((await rowOf(other))?.lastAt).toBeGreaterThan(stored + 1_000));
    await until([two], async () => expect(hungUp).toBe(true));
    // What was taken before the store was asked, what waits behind that, and what lies between the two.
    expect(sent).toBeLessThan(2 * bounds.partBytes * 8 + 40_000_000);
    expect((await rowOf(slow))?.lastAt).toBe(-1);
    const now = Date.now() + ahead;
    resolve();
    await until([two], async () => {
      const row = await rowOf(slow);
      expect(row?.state).toBe('running');
      expect((row?.startedAt?.getTime() ?? 0) + (row?.lastAt ?? 0)).toBeGreaterThan(now + 1_000);
    });
  });

  it('is not listed beside what another server stored meanwhile', async () => {
    const oid = await start();
    const claim = {
      instanceId: 'three',
      now: new Date(Date.now() + ahead),
      until: new Date(Date.now() + ahead),
    };
    expect((await claimRecording(rooms.db, 'running', claim))?.oid).toBe(oid);
    const part = { objectKey: 'b', size: 1, firstAt: 200, lastAt: 300, startedAt: 0 };
    expect(await keepRecording(rooms.db, oid, claim, part)).toBeNull();
    // The answer was lost: it is listed once, and that is no fault.
    expect(await keepRecording(rooms.db, oid, claim, part)).toBeNull();
    const late = { ...part, objectKey: 'a', firstAt: 100 };
    expect(await keepRecording(rooms.db, oid, claim, late)).toBeUndefined();
    expect((await rowOf(oid))?.lastAt).toBe(300);
  });
});

describe('a recording of which no files can be made', () => {
  it('is not given up because the store is away, however long', async () => {
    const oid = await startOver(wholePart);
    let asked = 0;
    before.get = async () => {
      asked += 1;
      await away();
    };
    const four = serverOf('four');
    await until([four], async () => {
      ahead += bounds.claim + 1_000;
      expect(asked).toBeGreaterThan(bounds.attempts + 1);
    });
    expect(await rowOf(oid)).toMatchObject({ state: 'finishing' });
    before.get = async () => undefined;
    await until([four], async () => {
      ahead += bounds.claim + 1_000;
      expect(await ends()).toEqual(['stopped']);
    });
  });

  it('is given up where what is stored of it is at fault, after some tries', async () => {
    const oid = await startOver(wholePart);
    let tries = 0;
    const mux = muxOf(async () => {
      tries += 1;
      throw new Error('no film');
    });
    const five = serverOf('five', mux);
    await until([five], async () => {
      ahead += bounds.claim + 1_000;
      expect(await rowOf(oid)).toMatchObject({ state: 'failed', end: 'broken' });
    });
    expect(tries).toBe(bounds.attempts);
  });

  it('waits for room on the disk', async () => {
    const oid = await startOver(null);
    const resize = (bytes: number) =>
      sql`update video_recording set bytes = ${bytes} where oid = ${oid}::uuid`.execute(rooms.db);
    await resize(1e15);
    const six = serverOf('six');
    const postponed = async (): Promise<boolean> =>
      (
        await sql`select 1 from video_recording where claimed_by is null and claimed_until is not null`.execute(
          rooms.db,
        )
      ).rows.length === 1;
    await until([six], async () => expect(await postponed()).toBe(true));
    expect(await rowOf(oid)).toMatchObject({ state: 'finishing', attempts: 0 });
    await resize(0);
    ahead += bounds.claim + 1_000;
    await until([six], async () => expect(await rowOf(oid)).toMatchObject({ state: 'failed', end: 'empty' }));
  });

  it('says that its stream cannot be stored, and not that none arrived', async () => {
    sends['camera'] = (response) => {
      const hevc = wholePictureTag(Buffer.from([0, 0, 0, 1, 2]), true, 0);
      hevc[11] = 0x1c;
      response.write(Buffer.concat([flvHead, hevc]));
    };
    const oid = await start();
    const seven = serverOf('seven');
    await until([seven], async () =>
      expect(await rowOf(oid)).toMatchObject({ state: 'failed', end: 'coding' }),
    );
  });
});

describe('files of a recording', () => {
  it('say that what came later is left out where the coding changed too often', async () => {
    await startOver(wholePart);
    const mux = muxOf(async ({ folder, startedAt }) => {
      const path = join(folder, 'film-0.mp4');
      await writeFile(path, 'a film');
      return { files: [{ path, startedAt, gaps: [], moreGaps: false }], fault: 'many' };
    });
    const eight = serverOf('eight', mux);
    await until([eight], async () => expect(await ends()).toEqual(['changes']));
  });

  it('are not left in the store where they were not listed, and stay where they were', async () => {
    await startOver(wholePart);
    const lost: string[] = [];
    after = async (key) => {
      if (!key.startsWith('media/live/') || lost.length > 0) return;
      // The store has it, and its answer is lost.
      lost.push(key);
      await away();
    };
    const ten = serverOf('ten');
    await until([ten], async () => {
      ahead += bounds.claim + 1_000;
      expect(await ends()).toEqual(['stopped']);
    });
    expect(await disk.head(lost[0] ?? '')).toBeNull();
    const { rows } = await sql<{
      oid: string;
      key: string;
    }>`select oid, object_key as key from media`.execute(rooms.db);
    const [row] = rows;
    await removeUnlisted(rooms.db, disk, [{ groupRoot: owner.groupRoot, oid: row?.oid ?? '' }]);
    expect(await disk.head(row?.key ?? '')).not.toBeNull();
  });

  it('leave nothing on the disk, nor what killed servers left there; what another makes at the moment stays', async () => {
    await startOver(wholePart);
    const nine = serverOf('nine');
    const work = join(dataDir, 'nine', 'recording-work');
    const other = await startOver(null);
    await sql`update video_recording set claimed_by = 'elsewhere', claimed_until = now() + interval '1 year'
      where oid = ${other}::uuid`.execute(rooms.db);
    for (const name of [rooms.runtime.newOid(), 'no recording', other]) {
      await mkdir(join(work, name), { recursive: true });
      await writeFile(join(work, name, 'recording.flv'), 'left');
    }
    await until([nine], async () => expect(await readdir(work)).toEqual([other]));
    await until([nine], async () => expect(await ends()).toEqual(['stopped']));
    await until([nine], async () => expect(await readdir(work)).toEqual([other]));
  });
});

it('all recordings of a department that are no files yet count for its quota', async () => {
  const [oid] = [await start(), await start('other')];
  const scope = { groupRoot: owner.groupRoot, groupOID: owner.groupOID };
  await sql`insert into video_recording_part
    select oid, 0, 'key of ' || oid, 400 from video_recording`.execute(rooms.db);
  await sql`insert into storage_quota values (${owner.groupOID}, ${owner.groupRoot}, 800, 1)`.execute(
    rooms.db,
  );
  try {
    expect(await reasonOf(requireLiveRoom(rooms.db, disk, scope, 0))).toBe('done');
    expect(await reasonOf(requireLiveRoom(rooms.db, disk, scope, 1))).toBe('uploadDepartmentQuota');
    // What is a file counts as that.
    await sql`update video_recording set state = 'done' where oid = ${oid}::uuid`.execute(rooms.db);
    expect(await reasonOf(requireLiveRoom(rooms.db, disk, scope, 400))).toBe('done');
  } finally {
    await sql`delete from storage_quota`.execute(rooms.db);
  }
});

describe('a recording that is over', () => {
  it('is forgotten a week later, and not while anything but its films is stored of it', async () => {
    const filmed = await startOver(wholePart);
    const failed = await startOver(Buffer.from('nothing of a picture'));
    const made = muxOf(async ({ path, folder, startedAt }) => {
      if ((await readFile(path)).includes('nothing')) throw new Error('broken');
      const at = join(folder, 'film.mp4');
      await writeFile(at, 'a film');
      return { files: [{ path: at, startedAt, gaps: [], moreGaps: false }], fault: null };
    });
    const seven = serverOf('seven', made);
    const states = async () => (await Promise.all([filmed, failed].map(rowOf))).map((row) => row?.state);
    await until([seven], async () => {
      ahead += bounds.claim + 1_000;
      expect(await states()).toEqual(['done', 'failed']);
    });
    const remove = disk.delete;
    disk.delete = async (key) => (key.includes(failed) ? away() : remove(key));
    ahead = bounds.keptFor - 60_000;
    await until([seven], async () => expect(await framesOf(filmed)).toEqual([]));
    expect(await states()).toEqual(['done', 'failed']);
    ahead = bounds.keptFor + 60_000;
    await until([seven], async () => expect(await rowOf(filmed)).toBeUndefined());
    // Its row is all that says where its part lies.
    expect(await states()).toEqual([undefined, 'failed']);
    disk.delete = remove;
    await until([seven], async () => expect(await rowOf(failed)).toBeUndefined());
    expect(await ends()).toEqual(['stopped']);
  });
});
