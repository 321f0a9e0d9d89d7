import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { detectionCalls, detectorModelCalls as calls, limits } from '@eyrie/domain';
import { buildHotModel } from '@eyrie/testing';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TakeFrame } from '../../platform/video-frame.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { detectorTaskTimers, queueForDetectors } from '../detection/index.ts';
import { createFrameKeeping } from '../media/index.ts';
import { createModelWork } from './index.ts';
import { createModelJobs } from './model-jobs.ts';
import { hotManifest, memoryObjects, modelCaller } from './model.fixture.ts';
import type { ModelWorkDeps } from './model-work.ts';

let rooms: TestRooms;
let folder: string;
let token: string;
let dockOID: string;
let modelOID: string;
const account = 'gamma-administrator';
const jobs = createModelJobs();
const { stored, objects } = memoryObjects();

const box = { x: 160, y: 240, width: 80, height: 80 };
/** A grey picture, or one with a red square. */
const picture = (isRed: boolean): Promise<Buffer> => {
  const grey = sharp({ create: { width: 640, height: 640, channels: 3, background: '#808080' } });
  const { x: left, y: top, width, height } = box;
  const square = { create: { width, height, channels: 3 as const, background: '#ff0000' } };
  return (isRed ? grey.composite([{ input: square, left, top }]) : grey).png().toBuffer();
};
/** Six parts of five seconds; in the third the joint is in sight. */
const [duration, redAt] = [30_000, 12_500];
const takeFrame: TakeFrame = async (_video, at, path) => {
  await writeFile(path, await picture(at === redAt));
  return true;
};

const call = modelCaller(
  () => rooms,
  objects,
  () => token,
);
const workWith = (program: TakeFrame | null, store: ModelWorkDeps['objects'] = objects) => {
  const { runtime } = rooms;
  const keepFrame = createFrameKeeping(runtime, objects);
  const videos = program === null ? undefined : { takeFrame: program, keepFrame };
  return createModelWork({ runtime, objects: store, dataDir: folder, jobs, videos });
};
/** A store of which one file is given as a test has it. */
const storeWith = (oid: string, stream: () => Readable): ModelWorkDeps['objects'] => ({
  ...objects,
  get: async (key) => {
    const found = await objects.get(key);
    return found && key === oid ? { ...found, stream: stream() } : found;
  },
});
const done = (program: TakeFrame | null = takeFrame): Promise<void> =>
  workWith(program).work(new AbortController().signal);

const addFile = async (kind: 'photo' | 'video', flightOID: string | null, bytes: Buffer): Promise<string> => {
  const oid = crypto.randomUUID();
  stored.set(oid, bytes);
  await sql`insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size, shot_at,
      reading_state, video)
    select ${oid}::uuid, group_root, group_oid, oid, ${flightOID}::uuid, ${oid},
      ${kind === 'video' ? 'DJI_1.MP4' : 'a.png'}, ${kind}, ${bytes.length}, ${new Date(1_000_000)}, 'done',
      ${kind === 'video' ? JSON.stringify({ duration }) : null}::jsonb
    from dock where oid = ${dockOID}::uuid`.execute(rooms.db);
  return oid;
};
const tasksMade = async (): Promise<void> => {
  rooms.clock.move(30_000);
  for (const { run } of detectorTaskTimers(rooms.runtime)) await run();
};
/** A flight that nobody arranged, with a video, and its task. */
async function flown(): Promise<{ flightOID: string; videoOID: string }> {
  const { flight, task, route } = createTestFlights(rooms.runtime);
  const flightOID = await flight(account, {
    taskOID: await task(account),
    routeOID: await route(account),
    dockOID,
    state: 'over',
  });
  const videoOID = await addFile('video', flightOID, Buffer.from('a video'));
  await queueForDetectors(rooms.db, videoOID, new Date(rooms.clock.wall()));
  await tasksMade();
  return { flightOID, videoOID };
}
const newestRun = async () => {
  // A test may have moved the clock beyond the end of a session.
  token = await rooms.tokenOf(account);
  const [run] = (await call(calls.queryRun, { oid: modelOID })).list;
  if (!run) throw new Error('no run');
  return call(calls.getRun, { oid: run.oid });
};

beforeAll(async () => {
  rooms = await createTestRooms();
  folder = await mkdtemp(join(tmpdir(), 'eyrie-video-models-'));
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  token = await rooms.tokenOf(account);
  dockOID = await createTestFlights(rooms.runtime).dock(account);
  const path = join(folder, 'upload');
  const model = buildHotModel();
  await writeFile(path, model);
  const spooled = { path, name: 'hot.onnx', size: model.length };
  modelOID = (await call(calls.add, { manifest: JSON.stringify(hotManifest) }, { spooled })).oid;
  await done();
  const tried = await addFile('photo', null, await picture(true));
  await call(calls.tryOut, { oid: modelOID, mediaOIDs: [tried] });
  await done();
  rooms.clock.move(1_000);
  await call(calls.switch, { oid: modelOID, on: true });
  rooms.clock.move(1_000);
});
afterAll(async () => {
  await jobs.stop();
  await rooms?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a model that looks at a video', () => {
  it('finds by moments; a picture of each finding is there to review, with its moment, once however often it looks', async () => {
    const { flightOID, videoOID } = await flown();
    await workWith(takeFrame).offer();
    await done();
    const { run, pictures } = await newestRun();
    expect(run).toMatchObject({ state: 'done', pictures: 1, seen: 1, unseen: 0, boxes: 1 });
    expect(pictures).toMatchObject([
      { mediaOID: videoOID, state: 'done', width: null, boxes: [{ box, aiType: 'hotSpot', at: redAt }] },
    ]);
    const detectionOID = run.detectionOID ?? '';
    const frames = async () =>
      (
        await sql<{
          oid: string;
        }>`select oid, name, kind, flight_oid as "flightOID", video_at as at, shot_at as "shotAt"
          from media where video_oid = ${videoOID}::uuid`.execute(rooms.db)
      ).rows;
    const [frame] = await frames();
    expect(frame).toMatchObject({
      name: 'DJI_1 00-00-12.jpg',
      kind: 'photo',
      flightOID,
      at: redAt,
      shotAt: new Date(1_000_000 + redAt),
    });
    const outcomes = async () => (await call(detectionCalls.queryOutcome, { detectionOID })).list;
    expect(await outcomes()).toMatchObject([
      { mediaOID: frame?.oid, box, class: 'hotSpot', picture: { width: 640, height: 640 } },
    ]);
    expect((await call(detectionCalls.toView, { oid: detectionOID })).pictures).toMatchObject([
      { mediaOID: frame?.oid, video: { name: 'DJI_1.MP4', at: redAt }, outcomes: 1 },
    ]);

    // A picture that came of a look is not given to detectors again.
    await queueForDetectors(rooms.db, frame?.oid ?? '', new Date(rooms.clock.wall()));
    await tasksMade();
    const { rows } = await sql`select oid from detection_task where flight_oid = ${flightOID}::uuid`.execute(
      rooms.db,
    );
    expect(rows).toHaveLength(1);

    // A server that fell silent before it wrote the end: another one looks again.
    await sql`update detector_model_picture set state = 'waiting', boxes = '[]' where run_oid = ${run.oid}::uuid`.execute(
      rooms.db,
    );
    await sql`update detector_model_run set state = 'waiting', ended_at = null where oid = ${run.oid}::uuid`.execute(
      rooms.db,
    );
    await done();
    expect((await newestRun()).run).toMatchObject({ state: 'done', boxes: 1 });
    expect(await frames()).toHaveLength(1);
    expect(await outcomes()).toHaveLength(1);
  });

  it('says so where the server has no program for it, or the video is gone', async () => {
    await flown();
    await workWith(null).offer();
    await done(null);
    expect(await newestRun()).toMatchObject({
      run: { state: 'done', pictures: 1, seen: 1, unseen: 1, boxes: 0 },
      pictures: [{ state: 'failed', fault: 'videoNoProgram' }],
    });
    const { videoOID } = await flown();
    stored.delete(videoOID);
    await workWith(takeFrame).offer();
    await done();
    expect(await newestRun()).toMatchObject({
      run: { state: 'done', unseen: 1 },
      pictures: [{ state: 'failed', fault: 'videoGone' }],
    });
  });

  it('is kept by its server while a film of gigabytes is on its way', async () => {
    const { videoOID } = await flown();
    const standing: boolean[] = [];
    async function* slowly(): AsyncGenerator<Buffer> {
      for (let part = 0; part < 4; part += 1) {
        rooms.clock.move(limits.detectorModel.claimLife / 2);
        yield Buffer.from('part');
        const { rows } = await sql<{
          stands: boolean;
        }>`select claimed_until > ${new Date(rooms.clock.wall())} as stands
          from detector_model_run where state = 'taken'`.execute(rooms.db);
        standing.push(...rows.map(({ stands }) => stands));
      }
    }
    const work = workWith(
      takeFrame,
      storeWith(videoOID, () => Readable.from(slowly(), { highWaterMark: 1 })),
    );
    await work.offer();
    await work.work(new AbortController().signal);
    expect(standing).toEqual([true, true, true, true]);
    expect((await newestRun()).run).toMatchObject({ state: 'done', unseen: 0 });
  });

  it('waits where the disk has no room for it, and is left at once where the server stops', async () => {
    const { videoOID } = await flown();
    const work = workWith(takeFrame, { ...objects, hasRoom: async () => false });
    await work.offer();
    await work.work(new AbortController().signal);
    expect((await newestRun()).run).toMatchObject({ state: 'taken', seen: 0 });
    rooms.clock.move(limits.detectorModel.againAfter);

    const stop = new AbortController();
    // A store that has gone silent in the middle of the file.
    const silent = (): Readable => {
      const body = new Readable({ read: () => undefined });
      body.push('a');
      setImmediate(() => stop.abort(new Error('the server stops')));
      return body;
    };
    await workWith(takeFrame, storeWith(videoOID, silent)).work(stop.signal);
    expect((await newestRun()).run).toMatchObject({ state: 'taken', seen: 0 });
    rooms.clock.move(limits.detectorModel.againAfter);

    await done();
    expect((await newestRun()).run).toMatchObject({ state: 'done', seen: 1, unseen: 0 });
  });

  it('leaves nothing on the disk, also where its server was killed', async () => {
    const left = join(folder, 'model-work', 'claim of a killed server');
    await mkdir(left, { recursive: true });
    await writeFile(join(left, 'video'), 'gigabytes');
    await done();
    expect(await readdir(folder)).not.toContain('model-work');
  });

  it('keeps one picture of a moment for two who keep it at once', async () => {
    const { flightOID, videoOID } = await flown();
    const both = Promise.withResolvers<void>();
    let storing = 0;
    const keep = createFrameKeeping(rooms.runtime, {
      ...objects,
      async put(key, body) {
        const info = await objects.put(key, body);
        // Neither has found a picture of the other.
        storing += 1;
        if (storing === 2) both.resolve();
        await both.promise;
        return info;
      },
    });
    const { rows } = await sql<{ groupRoot: string; groupOID: string }>`select group_root as "groupRoot",
      group_oid as "groupOID" from media where oid = ${videoOID}::uuid`.execute(rooms.db);
    const [place] = rows;
    if (!place) throw new Error('no video');
    const video = { ...place, oid: videoOID, dockOID, flightOID, name: 'DJI_1.MP4', shotAt: null };
    const jpeg = Buffer.from('picture');
    const before = new Set(stored.keys());
    const [one, other] = await Promise.all([keep(video, redAt, jpeg), keep(video, redAt, jpeg)]);
    expect(one).toBe(other);
    // Nor do the bytes of a second one stay behind.
    expect([...stored.keys()].filter((key) => !before.has(key))).toEqual([expect.stringContaining(one)]);
    const { rows: frames } =
      await sql`select object_key from media where video_oid = ${videoOID}::uuid`.execute(rooms.db);
    expect(frames).toHaveLength(1);
  });
});
