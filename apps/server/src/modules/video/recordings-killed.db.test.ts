import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promised } from '@eyrie/testing';
import { sql } from 'kysely';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { startVideo, type Video } from '../../platform/video/index.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { startRtmpCamera, type RtmpCamera } from '../../testing/rtmp-camera.ts';
import { addFilmedDock, closeMedia, openMedia, type FilmedDock, type Media } from './filmed-dock.fixture.ts';
import { createRecordings } from './index.ts';
import { askStop, insertRecording } from './recording.store.ts';

const name = 'filmed';
/** What was received so long before a kill has to play, ms. */
const lossMost = 2_000;
let rooms: TestRooms;
let dataDir: string;
let objects: Objects;
let video: Video;
let source: Media;
let dock: FilmedDock;
let camera: RtmpCamera;
const children: ChildProcess[] = [];

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-killed-'));
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  const { log } = rooms.runtime;
  video = await startVideo({ host: '127.0.0.1', rtmpPort: 0, secret: 'secret', clock: systemClock, log });
  source = await openMedia((request, response) => {
    const fail = (): void => void response.destroy();
    if (request.url === '/streams')
      return void video.streams().then((streams) => response.end(JSON.stringify(streams)), fail);
    return void fetch(video.openFlv(name)).then(({ status, body }) => {
      response.writeHead(status);
      if (body) pipeline(Readable.fromWeb(body), response).catch(fail);
      else response.end();
    }, fail);
  });
  await rooms.seed('sigma', ['operator'], 'Flug-4711!');
  dock = await addFilmedDock(rooms, 'sigma-operator');
  camera = startRtmpCamera(() => video.publishUrl(name, Date.now() + 600_000));
  await soon(async () => {
    if (!(await video.streams()).includes(name)) throw new Error('no picture arrives');
  });
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});
afterAll(async () => {
  camera?.stop();
  closeMedia(source);
  await video?.stop();
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const soon = (isSo: () => Promise<void>): Promise<void> =>
  vi.waitFor(isSo, { timeout: promised(20_000), interval: 20 });

/** Has the stream recorded by a server in a process of its own. */
const record = async (): Promise<{ oid: string; server: ChildProcess }> => {
  const oid = rooms.runtime.newOid();
  const at = new Date();
  await insertRecording(rooms.db, { ...dock, oid, videoId: 'AIR1/81-0-0/normal-0', stream: name, at });
  const script = fileURLToPath(new URL('../../testing/recorder-process.ts', import.meta.url));
  const given = [script, rooms.database.url, dataDir, source.url];
  const server = spawn(process.execPath, given, { stdio: ['pipe', 'ignore', 'inherit'] });
  children.push(server);
  await soon(async () => expect((await stored(oid)).lastAt).toBeGreaterThan(3_000));
  return { oid, server };
};

const stored = async (oid: string): Promise<{ startedAt: number; lastAt: number }> => {
  const { rows } = await sql<{ startedAt: Date | null; lastAt: number }>`
    select first_frame_at as "startedAt", last_at as "lastAt" from video_recording where oid = ${oid}`.execute(
    rooms.db,
  );
  return { startedAt: rows[0]?.startedAt?.getTime() ?? 0, lastAt: rows[0]?.lastAt ?? -1 };
};

/** Waits until as much as it ever is has come and is not stored: whoever is killed then loses most. */
const worstMoment = async (oid: string): Promise<void> => {
  const waits = async (): Promise<number> => {
    const { startedAt, lastAt } = await stored(oid);
    return Date.now() - startedAt - lastAt;
  };
  let [most, last, parts] = [0, 0, 0];
  await soon(async () => {
    const now = await waits();
    if (now < last) parts += 1;
    last = now;
    if (parts < 4) most = Math.max(most, now);
    expect(parts).toBeGreaterThanOrEqual(4);
    expect(now).toBeGreaterThan(most - 200);
  });
};

/** Ends a recording, and has another server make a film of it. @returns the numbers of its frames, and the gaps that it says */
const filmOf = async (oid: string): Promise<{ frames: number[]; gaps: unknown[] }> => {
  await askStop(rooms.db, oid, new Date());
  // The claim of the one that was killed is over.
  const runtime = { ...rooms.runtime, serverTime: () => Date.now() + 60_000 };
  const { timer, unit } = createRecordings(runtime, {
    instanceId: `survivor of ${oid}`,
    objects,
    dataDir: join(dataDir, 'survivor'),
    video: { streams: async () => [], sourceUrl: async () => '' },
  });
  let key = '';
  let gaps: unknown[] = [];
  try {
    await soon(async () => {
      await timer.run();
      const { rows } = await sql<{ key: string; gaps: unknown[] }>`select object_key as key,
        metadata -> 'recording' -> 'gaps' as gaps from media`.execute(rooms.db);
      expect(rows).toHaveLength(1);
      ({ key, gaps } = rows[0] ?? { key, gaps });
    });
  } finally {
    await unit.stop();
  }
  const found = await objects.get(key);
  if (!found) throw new Error('the film is not in the store');
  const bytes = await buffer(found.stream);
  const input = new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('there is no picture');
  const frames: number[] = [];
  // Key frames have their parameter sets before them.
  for await (const { data } of new EncodedPacketSink(track).packets())
    frames.push(Buffer.from(data).readUInt32BE(data.length - 4));
  input.dispose();
  await sql`delete from media`.execute(rooms.db);
  return { frames, gaps };
};

const oneByOne = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n);

it('what a server received two seconds before it is killed plays, without a frame missing', async () => {
  const { oid, server } = await record();
  await worstMoment(oid);
  server.kill('SIGKILL');
  const killedAt = Date.now();
  await once(server, 'exit');
  const { frames, gaps } = await filmOf(oid);
  const [first = -1, last = -1] = [frames[0], frames.at(-1)];
  expect(frames).toEqual(oneByOne(first, last));
  expect(killedAt - (camera.sentAt[last + 1] ?? 0)).toBeLessThan(promised(lossMost));
  expect(gaps).toEqual([]);
});

it('goes on after the process of pictures was killed, with all that came before', async () => {
  const { oid, server } = await record();
  await worstMoment(oid);
  process.kill(video.pid() ?? 0, 'SIGKILL');
  const killedAt = Date.now();
  const before = (await stored(oid)).lastAt;
  await soon(async () => expect((await stored(oid)).lastAt).toBeGreaterThan(before + 4_000));
  server.kill('SIGKILL');
  await once(server, 'exit');
  const { frames } = await filmOf(oid);
  const found = frames.findIndex((frame, n) => n > 0 && frame !== (frames[n - 1] ?? 0) + 1);
  // Nothing is missing where the killed process had handed on all that had come.
  const gapAt = found < 0 ? frames.filter((frame) => (camera.sentAt[frame] ?? 0) <= killedAt).length : found;
  expect(gapAt).toBeGreaterThan(0);
  const [first = -1, last = -1, next = -1] = [frames[0], frames[gapAt - 1], frames[gapAt]];
  expect(frames.slice(0, gapAt)).toEqual(oneByOne(first, last));
  // The server itself lost nothing: only what the killed process had not handed on is missing.
  expect(killedAt - (camera.sentAt[last + 1] ?? 0)).toBeLessThan(promised(200));
  expect(camera.sentAt[next] ?? 0).toBeGreaterThan(killedAt - promised(200));
  expect(frames.slice(gapAt)).toEqual(oneByOne(next, frames.at(-1) ?? -1));
});
