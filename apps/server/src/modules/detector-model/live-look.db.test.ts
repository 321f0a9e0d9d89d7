import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  detectionCalls,
  detectorModelCalls as calls,
  limits,
  mediaCalls,
  type LiveLook,
  type ResponseOf,
} from '@eyrie/domain';
import { buildHotModel } from '@eyrie/testing';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JobFailed } from '../../platform/child/index.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { configurationOf, configurationTag, flvHead, pictureTag } from '../../platform/video/flv-writer.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDefects, endpoints as detectionEndpoints, queueForDetectors } from '../detection/index.ts';
import { mediaListEndpoints } from '../media/index.ts';
import { createModelWork, endpoints } from './index.ts';
import type { LiveLookDeps } from './live-frame.ts';
import { createLiveLooks } from './live-look.ts';
import { createModelJobs } from './model-jobs.ts';
import type { ModelAnswer } from './onnx-order.ts';

const videoId = 'AIR1/81-0-0/normal-0';
const account = 'gamma-administrator';
const bound = limits.detectorModel;
const box = { x: 160, y: 240, width: 80, height: 80 };
const jobs = createModelJobs();
let rooms: TestRooms;
let folder: string;
let objects: Objects;
/** Docks of whose looks pages were sent a change. */
let changes: string[] = [];
let media: Server;
let token: string;
let foreign: string;
let dockOID: string;
let flightOID: string;
let modelOID: string;
let streams: string[] = [];
/** Which key frame the stream sent last. */
let frame = 1;
let made: LiveLookDeps['decoder']['run'];

/** A grey picture, or one with a red square. */
const picture = (isRed: boolean): Promise<Buffer> => {
  const grey = sharp({ create: { width: 640, height: 640, channels: 3, background: '#808080' } });
  const { x: left, y: top, width, height } = box;
  const square = { create: { width, height, channels: 3 as const, background: '#ff0000' } };
  return (isRed ? grey.composite([{ input: square, left, top }]) : grey).jpeg({ quality: 95 }).toBuffer();
};
const showing = (isRed: boolean) => async () => ({ jpeg: await picture(isRed) });
const next = (timestamp: number): Buffer => pictureTag([Buffer.from([0x41, 9])], false, timestamp);

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <One extends Declaration>(
  declaration: One,
  request: object,
  more: object = {},
): Promise<ResponseOf<One>> => {
  const { audit, department, runtime } = rooms;
  const defects = createDefects({
    runtime,
    audit,
    ground: async () => null,
    placeOrders: async () => undefined,
  });
  const extra = [
    ...endpoints({ runtime, audit, objects }),
    ...detectionEndpoints({ runtime }, { auditLog: audit, department }, defects),
    ...mediaListEndpoints(runtime, { audit, objects, timeZoneOf: async () => 'Asia/Shanghai' }),
  ];
  return (await rooms.call(declaration, request, { token, extra, ...more })).data as ResponseOf<One>;
};

/** One of the servers of an installation. */
const serverOf = (instanceId: string, ask: LiveLookDeps['jobs'] = jobs) =>
  createLiveLooks({
    runtime: rooms.runtime,
    instanceId,
    objects,
    dataDir: folder,
    jobs: ask,
    video: {
      streams: async () => streams,
      sourceUrl: async () => `http://127.0.0.1:${(media.address() as AddressInfo).port}/`,
    },
    decoder: { run: (order) => made(order) },
    changed: ({ dockOID: at }) => void changes.push(at),
  });
const look = async (server = serverOf('one')): Promise<void> => {
  await server.offer();
  await server.work(new AbortController().signal);
};
const looks = async (): Promise<LiveLook[]> => (await call(calls.live, { oid: dockOID })).list;
const runs = async () => (await call(detectionCalls.query, { flightOID })).list;
const onlyRun = async () => {
  const [run, ...others] = await runs();
  expect(others).toEqual([]);
  if (!run) throw new Error('there is no run');
  return run;
};
const photosOf = async (): Promise<string[]> =>
  (
    await sql<{ oid: string }>`select oid from media where flight_oid = ${flightOID}::uuid`.execute(rooms.db)
  ).rows.map(({ oid }) => oid);
const filed = async (): Promise<number> =>
  (await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true }).catch(() => [])).filter(
    (one) => one.isFile(),
  ).length;

/** A flight in the air that asks for these types. */
const fly = async (aiTypes: readonly string[]): Promise<void> => {
  const { flight, task, route } = createTestFlights(rooms.runtime);
  const arranged = { taskOID: await task(account), routeOID: await route(account), dockOID };
  flightOID = await flight(account, { ...arranged, state: 'inFlight' });
  await sql`update flight set ai_types = ${[...aiTypes]}::text[], assignee_oid = executor_oid
    where oid = ${flightOID}::uuid`.execute(rooms.db);
};
const land = () => sql`update flight set state = 'over' where dock_oid = ${dockOID}::uuid`.execute(rooms.db);

beforeAll(async () => {
  rooms = await createTestRooms();
  folder = await mkdtemp(join(tmpdir(), 'eyrie-live-look-'));
  objects = await createDiskObjects({
    dataDir: join(folder, 'objects'),
    clock: rooms.clock,
    publicUrl: () => '',
  });
  media = createServer((_request, response) => {
    response.write(
      Buffer.concat([
        flvHead,
        configurationTag(
          configurationOf(Buffer.from([0x67, 0x42, 0xe0, 0x1f]), Buffer.from([0x68, 0xce])),
          0,
        ),
        pictureTag([Buffer.from([0x65, 1, 2, frame])], true, 0),
      ]),
    );
    const since = performance.now();
    const timer = setInterval(() => response.write(next(Math.round(performance.now() - since))), 20);
    response.on('close', () => clearInterval(timer));
  });
  media.listen(0, '127.0.0.1');
  await once(media, 'listening');
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  await rooms.seed('epsilon', ['administrator'], 'Flug-4711!');
  token = await rooms.tokenOf(account);
  foreign = await rooms.tokenOf('epsilon-administrator');
  dockOID = await createTestFlights(rooms.runtime).dock(account);
  await sql`insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid)
    select ${rooms.runtime.newOid()}::uuid, group_root, group_oid, '鹰', 'AIR1', '0-91-1', oid
    from dock where oid = ${dockOID}::uuid`.execute(rooms.db);
  const path = join(folder, 'upload');
  const model = buildHotModel();
  await writeFile(path, model);
  const manifest = {
    name: 'hot spots',
    version: '1',
    family: 'yolov8',
    input: { width: 64, height: 64 },
    classes: [{ name: 'hot', aiType: 'hotSpot' }],
    threshold: 0.6,
  };
  const spooled = { path, name: 'hot.onnx', size: model.length };
  modelOID = (await call(calls.add, { manifest: JSON.stringify(manifest) }, { spooled })).oid;
  await createModelWork({ runtime: rooms.runtime, objects, dataDir: folder, jobs }).work(
    new AbortController().signal,
  );
  await sql`update detector_model set on_since = ${new Date(rooms.clock.wall())}, on_by = created_by, tried_at = created_at
    where oid = ${modelOID}::uuid`.execute(rooms.db);
});
afterAll(async () => {
  await jobs.stop();
  media?.closeAllConnections();
  media?.close();
  await rooms?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  streams = [`${dockOID}_drone_81-0-0_normal-0`];
  made = showing(true);
  changes = [];
  frame += 1;
  await land();
  await sql`delete from media`.execute(rooms.db);
  await sql`delete from storage_quota`.execute(rooms.db);
});

describe('a model that looks at the live picture of a flight', () => {
  it('finds things on its key frames, each frame once, where the aircraft was, and ends with the flight', async () => {
    await fly(['hotSpot']);
    await sql`insert into drone_telemetry (drone_oid, at, flight_oid, lng, lat, height, elevation, payload)
      select oid, ${new Date(rooms.clock.wall())}, ${flightOID}::uuid, 113.95, 22.5, 160, 80,
        '{"gimbal":{"pitch":-45,"yaw":120}}' from drone where sn = 'AIR1'`.execute(rooms.db);
    await look();
    expect(await looks()).toMatchObject([
      { videoId, models: ['hot spots 1'], frames: 1, findings: 1, lastAt: rooms.clock.wall(), fault: null },
    ]);
    const run = await onlyRun();
    expect(run).toMatchObject({ kind: 'live', model: 'hot spots', state: 'running', outcomes: 1, flightOID });
    const [photo = ''] = await photosOf();
    const { list } = await call(detectionCalls.queryOutcome, { detectionOID: run.oid });
    expect(list).toMatchObject([
      { mediaOID: photo, class: 'hotSpot', picture: { width: 640, height: 640 }, verdict: null },
    ]);
    expect(await call(mediaCalls.detail, { oid: photo })).toMatchObject({
      lng: 113.95,
      lat: 22.5,
      flightOID,
      snapshot: { videoId, byModel: true },
    });

    // Time goes by, and no new key frame comes.
    rooms.clock.move(bound.liveEvery);
    await look();
    expect(await looks()).toMatchObject([{ frames: 1, findings: 1 }]);

    // One without a finding is looked at, and not kept.
    rooms.clock.move(bound.liveEvery);
    frame += 1;
    made = showing(false);
    await look();
    expect(await looks()).toMatchObject([{ frames: 2, findings: 1 }]);
    expect(await photosOf()).toEqual([photo]);

    rooms.clock.move(bound.liveEvery);
    frame += 1;
    made = showing(true);
    await look();
    expect(await looks()).toMatchObject([{ frames: 3, findings: 2 }]);
    expect(await photosOf()).toHaveLength(2);
    // Its review shows what it kept, and no other photo of the flight.
    await sql`insert into media (oid, group_root, group_oid, flight_oid, object_key, name, kind, size)
      select gen_random_uuid(), group_root, group_oid, ${flightOID}::uuid, 'other', 'other.jpg', 'photo', 1
      from dock where oid = ${dockOID}::uuid`.execute(rooms.db);
    expect((await call(detectionCalls.toView, { oid: run.oid })).pictures).toHaveLength(2);

    // What a model has looked at already is given to no detector again.
    await queueForDetectors(rooms.db, photo, new Date(rooms.clock.wall()));
    const { rows } = await sql`select from detection_task_media where media_oid = ${photo}::uuid`.execute(
      rooms.db,
    );
    expect(rows).toEqual([]);

    await land();
    await look();
    expect(await looks()).toEqual([]);
    expect(await onlyRun()).toMatchObject({ oid: run.oid, state: 'done', outcomes: 2 });
  });

  it('is at it once, however many servers there are', async () => {
    await fly(['hotSpot']);
    const servers = ['one', 'two', 'three'].map((name) => serverOf(name));
    await Promise.all(servers.map((server) => look(server)));
    expect(await looks()).toMatchObject([{ frames: 1, findings: 1 }]);
    expect(await photosOf()).toHaveLength(1);
  });

  it('goes on at another server where one falls silent, and what that one finds later is not stored', async () => {
    await fly(['hotSpot']);
    const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = serverOf('slow', {
      async run(order, signal) {
        asked.resolve();
        await free.promise;
        return jobs.run(order, signal);
      },
    });
    const silent = look(slow);
    await asked.promise;
    rooms.clock.move(bound.liveClaim);
    await look(serverOf('other'));
    expect(await looks()).toMatchObject([{ frames: 1, findings: 1 }]);
    const files = await filed();
    free.resolve();
    await silent;
    expect(await looks()).toMatchObject([{ frames: 1, findings: 1 }]);
    expect(await photosOf()).toHaveLength(1);
    expect(await filed()).toBe(files);
  });

  it('has its files while another process of its server begins or ends, which looks at nothing', async () => {
    await fly(['hotSpot']);
    const there: boolean[] = [];
    const nothing: ModelAnswer = {
      fault: null,
      detail: '',
      boxes: [],
      picture: { width: 640, height: 640 },
      took: 0,
    };
    const server = serverOf('one', {
      async run({ modelPath }) {
        there.push(existsSync(modelPath));
        return nothing;
      },
    });
    await look(server);
    // As that of bulk calls does, which has all rooms.
    await serverOf('one').clear();
    rooms.clock.move(bound.liveEvery);
    frame += 1;
    await look(server);
    expect(there).toEqual([true, true]);
    await server.clear();
    await expect(stat(join(folder, 'model-live', 'one'))).rejects.toThrow('ENOENT');
  });

  it('sends pages each change of it, and nothing where nothing changed', async () => {
    const server = serverOf('one');
    // Those of flights before are over.
    await server.offer();
    await fly(['hotSpot']);
    const sent = async (): Promise<number> => {
      changes = [];
      await look(server);
      expect(changes.every((at) => at === dockOID)).toBe(true);
      rooms.clock.move(bound.againAfter);
      return changes.length;
    };
    // It begins, and has looked at a frame.
    expect(await sent()).toBe(2);
    // The same frame again.
    expect(await sent()).toBe(0);
    frame += 1;
    made = async () => ({ fault: 'noDecoder' });
    expect([await sent(), await sent()]).toEqual([1, 0]);
    await land();
    expect([await sent(), await sent()]).toEqual([1, 0]);
  });

  it('is not there for flights that ask for other types, or are not in the air', async () => {
    await fly(['crack']);
    await look();
    expect(await looks()).toEqual([]);
    await land();
    await fly(['hotSpot']);
    await land();
    await look();
    expect(await looks()).toEqual([]);
    expect(await runs()).toEqual([]);
  });

  it.each([
    ['there is no decoder', () => void (made = async () => ({ fault: 'noDecoder' })), 'noDecoder'],
    ['the frame cannot be decoded', () => void (made = async () => ({ fault: 'broken' })), 'streamCoding'],
    [
      'the machine is too busy to decode it',
      () => void (made = () => Promise.reject(new JobFailed('decoder', 'starved'))),
      'unready',
    ],
    [
      'its department has no room',
      () =>
        sql`insert into storage_quota select group_oid, group_root, 3, 1 from dock where oid = ${dockOID}::uuid`.execute(
          rooms.db,
        ),
      'noRoom',
    ],
    [
      'as many photos as may be were kept',
      () =>
        sql`update detector_model_live set photos = ${bound.livePhotos} where state = 'running'`.execute(
          rooms.db,
        ),
      'photosFull',
    ],
  ])('says so where %s, and keeps nothing', async (_what, plant, fault) => {
    await fly(['hotSpot']);
    const server = serverOf('one');
    await server.offer();
    const before = await filed();
    await plant();
    await server.work(new AbortController().signal);
    expect(await looks()).toMatchObject([{ frames: 0, findings: 0, lastAt: null, fault }]);
    expect([await runs(), await photosOf(), await filed()]).toEqual([[], [], before]);
  });

  it('says that no server looks once none has taken it for long, and goes on with the next that does', async () => {
    await fly(['hotSpot']);
    await look();
    rooms.clock.move(bound.liveEvery + bound.liveClaim);
    expect(await looks()).toMatchObject([{ frames: 1, fault: null }]);
    rooms.clock.move(1_000);
    expect(await looks()).toMatchObject([{ frames: 1, fault: 'unready' }]);
    frame += 1;
    await look();
    expect(await looks()).toMatchObject([{ frames: 2, fault: null }]);
  });

  it('has failed where it does not run, and is not asked again in that flight', async () => {
    await fly(['hotSpot']);
    let times = 0;
    const broken: ModelAnswer = { fault: 'tooMuchTime', detail: '', boxes: [], picture: null, took: 0 };
    const server = serverOf('one', {
      run: async () => {
        times += 1;
        return broken;
      },
    });
    for (let turn = 0; turn < 3; turn += 1) {
      await look(server);
      rooms.clock.move(bound.againAfter);
      frame += 1;
    }
    expect(times).toBe(1);
    expect(await looks()).toMatchObject([{ fault: 'modelFailed', findings: 0 }]);
    expect(await onlyRun()).toMatchObject({ state: 'failed', message: 'tooMuchTime' });
  });

  it('has not failed where the machine is too busy to let it look, and looks at a later frame', async () => {
    await fly(['hotSpot']);
    let isBusy = true;
    const server = serverOf('one', {
      run: (order, signal) =>
        isBusy ? Promise.reject(new JobFailed('models', 'starved')) : jobs.run(order, signal),
    });
    await look(server);
    expect(await looks()).toMatchObject([{ frames: 0, lastAt: null, fault: 'unready' }]);
    expect([await runs(), await photosOf()]).toEqual([[], []]);
    isBusy = false;
    rooms.clock.move(bound.againAfter);
    await look(server);
    expect(await looks()).toMatchObject([{ frames: 1, findings: 1, fault: null }]);
    expect(await onlyRun()).toMatchObject({ state: 'running' });
  });

  it('looks where the machine does not let another one look, which is not named', async () => {
    const oid = rooms.runtime.newOid();
    await sql`insert into detector_model (oid, group_root, group_oid, name, model_version, manifest, file_name, object_key,
        size, hash, state, on_since, on_by, tried_at, created_by, created_at)
      select ${oid}::uuid, group_root, group_oid, 'slow', model_version, manifest || '{"name":"slow"}'::jsonb, file_name,
        object_key, size, hash, state, on_since - interval '1 second', on_by, tried_at, created_by, created_at
      from detector_model where oid = ${modelOID}::uuid`.execute(rooms.db);
    try {
      await fly(['hotSpot']);
      let isBusy = true;
      const server = serverOf('one', {
        run: (order, signal) =>
          isBusy && order.manifest.name === 'slow'
            ? Promise.reject(new JobFailed('models', 'starved'))
            : jobs.run(order, signal),
      });
      await look(server);
      expect(await looks()).toMatchObject([{ models: ['hot spots 1'], frames: 1, findings: 1, fault: null }]);
      expect(await onlyRun()).toMatchObject({ model: 'hot spots', state: 'running' });
      isBusy = false;
      rooms.clock.move(bound.liveEvery);
      frame += 1;
      await look(server);
      expect(await looks()).toMatchObject([{ models: ['slow 1', 'hot spots 1'], frames: 2 }]);
    } finally {
      await sql`update detector_model set on_since = null where oid = ${oid}::uuid`.execute(rooms.db);
    }
  });

  it('is shown to people who see the dock alone', async () => {
    expect(await reasonOf(call(calls.live, { oid: dockOID }, { token: foreign }))).toBe('notFound');
    expect(await reasonOf(call(calls.live, { oid: dockOID }))).toBe('done');
  });
});
