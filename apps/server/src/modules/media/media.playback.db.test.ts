import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import {
  flightCalls,
  playbackCalls,
  resultLimits,
  storageCalls,
  type DepartmentStorage,
  type PlaybackCopy,
} from '@eyrie/domain';
import { buildFilm } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { until } from '../../testing/caller.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { WorkFailed } from '../operation/index.ts';
import { createFileJobs, readNextFile } from './media.reading.ts';
import { playbackKeyOf } from './media.playback.ts';
import {
  createMedia,
  makePlayback,
  mediaListEndpoints,
  mediaTimers,
  playbackEndpoints,
  videoTranscoder,
} from './index.ts';

let rooms: TestRooms;
let dataDir: string;
let objects: Objects;
let dockOID: string;
let program: string;
/** Whether the operator has named a program. */
let isNamed = true;
const jobs = createFileJobs();
const never = new AbortController().signal;

/** A program that does what a shell does; the last of its words is where the copy is to lie. */
const says = (words: string): Promise<void> =>
  writeFile(program, `#!/bin/sh\nfor one in "$@"; do last=\${one#file:}; done\n${words}\n`);
const at = (name: string): string => join(dataDir, name);
/** Lays a film down as the copy. */
const copies = async (film: Buffer): Promise<void> => {
  await writeFile(at('film'), film);
  await says(`echo out_time_us=1500000; cp ${at('film')} "$last"`);
};
/** Three seconds, with what lies where in it at the beginning. */
const playable = () => buildFilm({ inFragments: true });

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-playback-'));
  program = at('transcoder');
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  await rooms.seed('sigma', ['administrator', 'operator', 'inspector', 'leader'], 'Flug-4711!');
  await rooms.seed('tau', ['administrator'], 'Flug-4711!');
  dockOID = await createTestFlights(rooms.runtime).dock('sigma-administrator');
  await says('exit 1');
  await chmod(program, 0o700);
});
afterAll(async () => {
  await jobs.stop();
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  isNamed = true;
  await sql`delete from media`.execute(rooms.db);
  await sql`delete from work`.execute(rooms.db);
  await sql`delete from storage_quota`.execute(rooms.db);
  await copies(await playable());
});

/** Work as the rows of the queue say it; tests take the part of the queue. */
const work = {
  async add(
    trx: typeof rooms.db,
    given: { kind: string; ownerOID: string | null; groupRoot: string; request: object },
  ) {
    const [oid, now] = [rooms.runtime.newOid(), new Date(rooms.clock.wall())];
    await sql`insert into work (oid, kind, owner_oid, group_root, request, created_at, updated_at)
      values (${oid}, ${given.kind}, ${given.ownerOID}, ${given.groupRoot}, ${JSON.stringify(given.request)}, ${now}, ${now})`.execute(
      trx,
    );
    return oid;
  },
  async cancel(trx: typeof rooms.db, oid: string) {
    const { numAffectedRows } = await sql`update work set state = 'cancelled'
      where oid = ${oid} and state in ('queued', 'running')`.execute(trx);
    return numAffectedRows === 1n;
  },
};
const call = async <T>(
  declaration: Parameters<TestRooms['call']>[0],
  request: unknown,
  who = 'sigma-administrator',
  more: object = {},
): Promise<T> => {
  const timeZoneOf = async (): Promise<string> => 'Asia/Shanghai';
  const { runtime, audit } = rooms;
  const extra = [
    ...mediaListEndpoints(runtime, { audit, objects, timeZoneOf }),
    ...createMedia(runtime, { objects, objectsUrl: () => '' }).endpoints,
    ...playbackEndpoints(runtime, { audit, objects, work, isPossible: isNamed }),
  ];
  return (await rooms.call(declaration, request, { token: await rooms.tokenOf(who), extra, ...more }))
    .data as T;
};
const copyOf = (oid: string, who?: string) => call<PlaybackCopy>(playbackCalls.playback, { oid }, who);
const make = (oid: string, who?: string) => call<PlaybackCopy>(playbackCalls.make, { oid }, who);
const cancel = (oid: string, who?: string) => call<PlaybackCopy>(playbackCalls.cancel, { oid }, who);

/** Notes a film of a dock, and reads it. */
const bring = async (film: Buffer, name = 'DJI_0001.MP4'): Promise<string> => {
  const oid = rooms.runtime.newOid();
  const key = `media/${dockOID}/${oid}`;
  await objects.put(key, film);
  await sql`insert into media (oid, group_root, group_oid, dock_oid, object_key, name, kind, size)
    select ${oid}::uuid, group_root, group_oid, ${dockOID}::uuid, ${key}, ${name}, 'video', ${film.length}
    from member where account = 'sigma-administrator'`.execute(rooms.db);
  while (await readNextFile({ runtime: rooms.runtime, objects, dataDir, jobs }, never));
  return oid;
};
const originalOf = async (oid: string): Promise<Buffer> => {
  const found = await objects.get(`media/${dockOID}/${oid}`);
  return found ? buffer(found.stream) : Buffer.alloc(0);
};
const groupRootOf = async (oid: string): Promise<string> =>
  (await rooms.db.selectFrom('media').select('group_root').where('oid', '=', oid).executeTakeFirstOrThrow())
    .group_root;
const keyFor = async (oid: string): Promise<string> =>
  playbackKeyOf({ groupRoot: await groupRootOf(oid), oid });
const left = (): Promise<string[]> => readdir(at('media-work'));

/** Does the work that waits, as the queue does. @returns the shares that it reported */
const run = async (signal = never): Promise<number[]> => {
  const row = await rooms.db
    .selectFrom('work')
    .selectAll()
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow();
  const shares: number[] = [];
  const setState = (state: string) =>
    sql`update work set state = ${state} where oid = ${row.oid} and state <> 'cancelled'`.execute(rooms.db);
  await setState('running');
  const step = makePlayback({
    runtime: rooms.runtime,
    objects,
    dataDir,
    jobs,
    transcode: isNamed ? videoTranscoder(program) : undefined,
  });
  try {
    await step({
      oid: row.oid,
      groupRoot: row.group_root,
      ownerOID: row.owner_oid,
      request: row.request,
      signal,
      alive: () => undefined,
      progress: async (share) => void shares.push(share),
    });
    await setState('done');
  } catch (error) {
    await setState('failed');
    throw error;
  }
  return shares;
};

describe('a copy of a video that browsers play', () => {
  it('is made when somebody asks, counts for the department, and leaves the video as it is', async () => {
    const film = await buildFilm();
    const oid = await bring(film);
    expect(await copyOf(oid)).toMatchObject({
      state: 'none',
      possible: true,
      url: null,
      allowed: ['makePlayback'],
    });
    expect(await make(oid)).toMatchObject({ state: 'queued', progress: 0, allowed: ['cancelPlayback'] });
    expect(await run()).toEqual([0.5]);
    const copy = await copyOf(oid);
    const bytes = await readFile(at('film'));
    expect(copy).toMatchObject({ state: 'done', progress: 1, size: bytes.length, fault: null, allowed: [] });
    expect(copy.url).toBe(`${flightCalls.preview.path.replace('{id}', oid)}?playback=true`);
    const shown = await call<BytesAnswer>(flightCalls.preview, { id: oid, playback: 'true' });
    expect(shown.headers['content-type']).toBe('video/mp4');
    expect(await buffer(Readable.from(shown.body))).toEqual(bytes);
    expect(await originalOf(oid)).toEqual(film);
    expect(await left()).toEqual([]);
    const { departments } = await call<{ departments: DepartmentStorage[] }>(storageCalls.statistics, {});
    expect(departments[0]).toMatchObject({ count: 1, bytes: film.length + bytes.length });
  });

  it('is made without a word of the server, and of nothing that the video names', async () => {
    await says(`echo "$* $(env)" > ${at('words')}; cp ${at('film')} "$last"`);
    process.env['EYRIE_TEST_SECRET'] = 'Mond-Stein';
    try {
      await make(await bring(await buildFilm()));
      await run();
    } finally {
      delete process.env['EYRIE_TEST_SECRET'];
    }
    const words = await readFile(at('words'), 'utf8');
    expect(words).toContain('-protocol_whitelist file -f mov -enable_drefs 0');
    expect(words).not.toContain('Mond-Stein');
  });

  it('begins anew where a server was killed over it', async () => {
    const oid = await bring(await buildFilm());
    await make(oid);
    const { oid: workOID } = await rooms.db.selectFrom('work').select('oid').executeTakeFirstOrThrow();
    await mkdir(at(`media-work/playback-${workOID}`), { recursive: true });
    await writeFile(at(`media-work/playback-${workOID}/copy.mp4`), 'half');
    await says(`test -e "$last" && exit 1; cp ${at('film')} "$last"`);
    await run();
    expect((await copyOf(oid)).state).toBe('done');
    expect(await left()).toEqual([]);
  });

  it('is none without a program, and the page knows it', async () => {
    const oid = await bring(await buildFilm());
    await make(oid);
    isNamed = false;
    await expect(run()).rejects.toBeInstanceOf(WorkFailed);
    expect(await copyOf(oid)).toMatchObject({
      state: 'failed',
      fault: 'noProgram',
      possible: false,
      allowed: [],
    });
    expect(await reasonOf(make(oid))).toBe('playbackProgram');
  });

  it.each<[string, PlaybackCopy['fault'], string | (() => Promise<Buffer>)]>([
    ['cannot read it', 'unreadable', 'exit 1'],
    ['lays nothing down', 'unreadable', 'exit 0'],
    ['lays down what is no film', 'unreadable', 'echo film > "$last"'],
    [
      'lays down another codec',
      'unreadable',
      () => buildFilm({ inFragments: true, codec: 'vp9', codecText: 'vp09.00.10.08' }),
    ],
    ['lays down what plays only once all of it came', 'unreadable', () => buildFilm()],
    [
      'lays down a shorter one',
      'incomplete',
      () => buildFilm({ inFragments: true, pictures: [{ key: true }, { key: false }] }),
    ],
    ['is ended by its time', 'tooLong', 'exit 255'],
    ['writes more than it may', 'tooLarge', 'kill -XFSZ $$'],
    ['is not there', 'noProgram', 'exit 127'],
  ])('is none where the program %s: a reason, and another try', async (_what, fault, what) => {
    const oid = await bring(await buildFilm());
    await (typeof what === 'string' ? says(what) : copies(await what()));
    await make(oid);
    await expect(run()).rejects.toBeInstanceOf(WorkFailed);
    expect(await copyOf(oid)).toMatchObject({ state: 'failed', fault, url: null, allowed: ['makePlayback'] });
    expect(await objects.head(await keyFor(oid))).toBeNull();
    expect(await left()).toEqual([]);
    await copies(await playable());
    await make(oid);
    await run();
    expect(await copyOf(oid)).toMatchObject({ state: 'done', fault: null });
  });

  it('is tried again by the queue where the store is away', async () => {
    const oid = await bring(await buildFilm());
    await make(oid);
    const { get } = objects;
    objects.get = async () => Promise.reject(new Error('the store is away'));
    try {
      await expect(run()).rejects.toThrow('the store is away');
    } finally {
      objects.get = get;
    }
    expect(await copyOf(oid)).toMatchObject({
      state: 'failed',
      fault: 'interrupted',
      allowed: ['makePlayback'],
    });
  });
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the making of such a copy', () => {
  it('ends with its program where it is cancelled, by whoever asked or who changes files', async () => {
    const oid = await bring(await buildFilm());
    await says(`echo $$ > ${at('begun')}; exec sleep 600`);
    await make(oid, 'sigma-inspector');
    const stop = new AbortController();
    const running = run(stop.signal);
    const pid = await until(
      'begun',
      () => readFile(at('begun'), 'utf8').catch(() => ''),
      (text) => text.endsWith('\n'),
    );
    expect((await copyOf(oid, 'sigma-leader')).allowed).toEqual([]);
    expect(await reasonOf(cancel(oid, 'sigma-leader'))).toBe('notAllowed');
    expect((await copyOf(oid, 'sigma-operator')).allowed).toEqual(['cancelPlayback']);
    expect(await cancel(oid, 'sigma-inspector')).toMatchObject({ state: 'none', allowed: ['makePlayback'] });
    stop.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    await until(
      'the program is gone',
      () => isRunning(Number(pid)),
      (isThere) => !isThere,
    );
    expect(await left()).toEqual([]);
    expect(await reasonOf(cancel(oid))).toBe('playbackState');
  });

  it('begins once, however many ask', async () => {
    const oid = await bring(await buildFilm());
    const all = await Promise.all([1, 2, 3].map(() => reasonOf(make(oid))));
    expect(all.toSorted()).toEqual(['done', 'playbackState', 'playbackState']);
    await run();
    expect(await reasonOf(make(oid))).toBe('playbackState');
    expect(await rooms.db.selectFrom('work').select('oid').execute()).toHaveLength(1);
  });

  it('is refused for what was not read, is too much, or has no room', async () => {
    const oid = await bring(await buildFilm());
    const unread = await bring(Buffer.from('no film'));
    expect(await reasonOf(make(unread))).toBe('playbackUnread');
    expect((await copyOf(unread)).allowed).toEqual([]);
    await sql`update media set size = ${resultLimits.playbackSource + 1} where oid = ${oid}`.execute(
      rooms.db,
    );
    expect(await reasonOf(make(oid))).toBe('playbackTooMuch');
    await sql`update media set size = 900_000`.execute(rooms.db);
    await sql`insert into storage_quota (group_oid, group_root, bytes, version)
      select group_oid, group_root, 1_000_000, 1 from media limit 1`.execute(rooms.db);
    expect(await reasonOf(make(oid))).toBe('uploadDepartmentQuota');
    await sql`delete from storage_quota`.execute(rooms.db);
    expect(await reasonOf(make(oid))).toBe('done');
  });

  it('ends with a reason where the room went meanwhile', async () => {
    const oid = await bring(await buildFilm());
    await make(oid);
    await sql`insert into storage_quota (group_oid, group_root, bytes, version)
      select group_oid, group_root, 1, 1 from media limit 1`.execute(rooms.db);
    await expect(run()).rejects.toBeInstanceOf(WorkFailed);
    expect(await copyOf(oid)).toMatchObject({ state: 'failed', fault: 'noRoom' });
  });

  it('is nobody else’s, nor is the copy', async () => {
    const oid = await bring(await buildFilm());
    for (const declaration of Object.values(playbackCalls))
      expect(await reasonOf(call(declaration, { oid }, 'tau-administrator'))).toBe('notFound');
    await make(oid);
    await run();
    const fetched = async (who: string): Promise<Buffer> => {
      const { body } = await call<BytesAnswer>(flightCalls.preview, { id: oid, playback: 'true' }, who);
      return buffer(Readable.from(body));
    };
    const shown = (who: string): Promise<string> => reasonOf(fetched(who));
    expect(await shown('sigma-inspector')).toBe('done');
    expect(await shown('tau-administrator')).toBe('notFound');
    const other = await bring(await buildFilm());
    expect(await reasonOf(call(flightCalls.preview, { id: other, playback: 'true' }))).toBe('notFound');
  });
});

describe('a copy whose video goes', () => {
  const clear = async (): Promise<void> => {
    const timers = mediaTimers(rooms.runtime, { objects, audit: rooms.audit });
    await timers.find(({ name }) => name === 'media.cleanUp')?.run();
  };
  const bin = (oid: string, ago: number) =>
    sql`update media set deleted_at = ${new Date(rooms.clock.wall() - ago)} where oid = ${oid}`.execute(
      rooms.db,
    );

  it('is not shown while that lies in the bin, comes back with it, and goes for good with it', async () => {
    const oid = await bring(await buildFilm());
    await make(oid);
    await run();
    const key = await keyFor(oid);
    await bin(oid, 1_000);
    expect(await reasonOf(call(flightCalls.preview, { id: oid, playback: 'true' }))).toBe('notFound');
    await clear();
    expect(await objects.head(key)).not.toBeNull();
    await sql`update media set deleted_at = null`.execute(rooms.db);
    expect((await copyOf(oid)).state).toBe('done');
    await bin(oid, resultLimits.binFor + 1_000);
    await clear();
    expect(await objects.head(key)).toBeNull();
    expect(await originalOf(oid)).toHaveLength(0);
  });

  it('goes after it where it was removed for good meanwhile', async () => {
    const oid = await bring(await buildFilm());
    const key = await keyFor(oid);
    await make(oid);
    await says(
      `touch ${at('begun-2')}; while [ ! -e ${at('go')} ]; do sleep 0.02; done; cp ${at('film')} "$last"`,
    );
    const running = run();
    await until(
      'begun',
      () => readdir(dataDir),
      (names) => names.includes('begun-2'),
    );
    await sql`delete from media where oid = ${oid}`.execute(rooms.db);
    await writeFile(at('go'), '');
    await running;
    expect(await objects.head(key)).toBeNull();
  });

  it('is swept where it was stored and never named', async () => {
    const oid = await bring(await buildFilm());
    const key = await keyFor(oid);
    await objects.put(key, Buffer.from('copy'));
    await bin(oid, resultLimits.binFor + 1_000);
    await clear();
    expect(await objects.head(key)).toBeNull();
  });
});

const hasFfmpeg = ((): boolean => {
  const { status, stdout } = spawnSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8' });
  return status === 0 && stdout.includes('libx265') && stdout.includes('libx264');
})();
const why = hasFfmpeg ? '' : ' (skipped: ffmpeg with libx264 and libx265 is not installed)';

describe.skipIf(!hasFfmpeg)(`by ffmpeg${why}`, () => {
  const ffmpeg = (words: string): Promise<void> => writeFile(program, `#!/bin/sh\n${words}\n`);
  const momentsOf = (path: string): number[] => {
    const words = '-v error -select_streams v -show_entries packet=pts_time -of csv=p=0';
    const { stdout } = spawnSync('ffprobe', [...words.split(' '), path], { encoding: 'utf8' });
    return stdout
      .trim()
      .split('\n')
      .map(Number)
      .toSorted((a, b) => a - b);
  };
  /** Two seconds of H.265 whose clock stumbles, higher than wide. */
  const uneven = async (): Promise<Buffer> => {
    const source = `-f lavfi -i testsrc2=s=1200x2200:d=2:r=10 -f lavfi -i sine=d=2`;
    const coding = `-fps_mode vfr -c:v libx265 -preset ultrafast -x265-params log-level=error -tag:v hvc1 -c:a aac`;
    const made = spawnSync('ffmpeg', [
      ...`-loglevel error -y ${source} -vf`.split(' '),
      'setpts=PTS+if(gte(N\\,7)\\,0.043/TB\\,0)',
      ...coding.split(' '),
      at('h265.mp4'),
    ]);
    expect(made.stderr.toString()).toBe('');
    return readFile(at('h265.mp4'));
  };

  it('a film of H.265 becomes one of H.264 whose pictures keep their moments', async () => {
    const oid = await bring(await uneven());
    await ffmpeg('exec ffmpeg "$@"');
    await make(oid);
    const shares = await run();
    expect(shares.every((share) => share >= 0 && share < 1)).toBe(true);
    expect((await copyOf(oid)).state).toBe('done');
    const found = await objects.get(await keyFor(oid));
    await writeFile(at('copy.mp4'), found ? await buffer(found.stream) : '');
    const words = '-v error -select_streams v -show_entries stream=codec_name,width,height -of csv=p=0';
    const { stdout } = spawnSync('ffprobe', [...words.split(' '), at('copy.mp4')], { encoding: 'utf8' });
    expect(stdout.trim()).toBe('h264,1046,1920');
    const [were, are] = [momentsOf(at('h265.mp4')), momentsOf(at('copy.mp4'))];
    expect(are).toHaveLength(were.length);
    for (const [place, moment] of were.entries()) expect(are[place]).toBeCloseTo(moment, 3);
  });

  it('a film whose pictures are damaged has no copy, and says so', async () => {
    const film = await uneven();
    film.fill(0x5a, film.indexOf('mdat', 0, 'latin1') + 2_000, film.indexOf('moov', 0, 'latin1') - 8);
    const oid = await bring(film);
    await ffmpeg('exec ffmpeg "$@"');
    await make(oid);
    await expect(run()).rejects.toBeInstanceOf(WorkFailed);
    expect(['unreadable', 'incomplete']).toContain((await copyOf(oid)).fault);
  });
});
