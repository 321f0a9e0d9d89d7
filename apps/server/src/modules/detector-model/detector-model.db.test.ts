import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectionCalls, detectorModelCalls as calls, limits } from '@eyrie/domain';
import { buildHotModel, buildOnnx } from '@eyrie/testing';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JobFailed } from '../../platform/child/index.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { detectorTaskTimers, queueForDetectors } from '../detection/index.ts';
import { createModelWork } from './index.ts';
import { createModelJobs } from './model-jobs.ts';
import { hotManifest, memoryObjects, modelCaller } from './model.fixture.ts';

let rooms: TestRooms;
let folder: string;
let token: string;
let stranger: string;
let dockOID: string;
const { stored, objects } = memoryObjects();
const jobs = createModelJobs();

beforeAll(async () => {
  rooms = await createTestRooms();
  folder = await mkdtemp(join(tmpdir(), 'eyrie-models-'));
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  token = await rooms.tokenOf('gamma-administrator');
  stranger = await rooms.tokenOf('omega-administrator');
  dockOID = await createTestFlights(rooms.runtime).dock('gamma-administrator');
});
afterAll(async () => {
  await jobs.stop();
  await rooms?.close();
  await rm(folder, { recursive: true, force: true });
});

const call = modelCaller(
  () => rooms,
  objects,
  () => token,
);

let files = 0;
const upload = async (bytes: Uint8Array, part: object = {}) => {
  files += 1;
  const path = join(folder, `upload-${files}`);
  await writeFile(path, bytes);
  return call(
    calls.add,
    { manifest: JSON.stringify({ ...hotManifest, ...part }) },
    { spooled: { path, name: 'hot.onnx', size: bytes.length } },
  );
};

const work = () => {
  const { runtime } = rooms;
  return createModelWork({ runtime, objects, dataDir: folder, jobs });
};
const done = (): Promise<void> => work().work(new AbortController().signal);

/** A photo of 640 × 640 with a red square at 160, 240. */
const redPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 640, channels: 3, background: '#808080' } })
    .composite([
      {
        input: { create: { width: 80, height: 80, channels: 3, background: '#ff0000' } },
        left: 160,
        top: 240,
      },
    ])
    .png()
    .toBuffer();

/** A flight that was arranged for some types, or by nobody, with a photo that was read, and its task. */
async function flown(
  aiTypes: readonly string[] | null = null,
): Promise<{ flightOID: string; mediaOID: string }> {
  const { flight, task, route } = createTestFlights(rooms.runtime);
  const account = 'gamma-administrator';
  const flightOID = await flight(account, {
    taskOID: await task(account),
    routeOID: await route(account),
    dockOID,
    state: 'over',
  });
  if (aiTypes)
    await sql`update flight set ai_types = ${[...aiTypes]}::text[], assignee_oid = executor_oid
      where oid = ${flightOID}::uuid`.execute(rooms.db);
  const mediaOID = crypto.randomUUID();
  stored.set(mediaOID, await redPhoto());
  await sql`insert into media (oid, group_root, group_oid, flight_oid, object_key, name, kind, size, reading_state)
    select ${mediaOID}::uuid, group_root, group_oid, ${flightOID}::uuid, ${mediaOID}, 'a.png', 'photo', 1, 'done'
    from dock where oid = ${dockOID}::uuid`.execute(rooms.db);
  await queueForDetectors(rooms.db, mediaOID, new Date(rooms.clock.wall()));
  rooms.clock.move(30_000);
  for (const { run } of detectorTaskTimers(rooms.runtime)) await run();
  return { flightOID, mediaOID };
}
const runsOver = async (flightOID: string) =>
  (await call(detectionCalls.query, { flightOID })).list.filter(({ model }) => model === 'hot spots');

describe('a model of an organisation', () => {
  it('is uploaded, tried on a photo, switched on, and what it finds on a flight is there to review', async () => {
    const before = await flown();
    const model = await upload(buildHotModel());
    expect(model).toMatchObject({ state: 'waiting', on: false, aiTypes: ['hotSpot'], triedAt: null });
    expect(await reasonOf(call(calls.tryOut, { oid: model.oid, mediaOIDs: [before.mediaOID] }))).toBe(
      'modelNotReady',
    );
    await done();
    expect(await call(calls.get, { oid: model.oid })).toMatchObject({ state: 'ready', fault: null });
    expect(await reasonOf(call(calls.switch, { oid: model.oid, on: true }))).toBe('modelUntried');

    const trial = await call(calls.tryOut, { oid: model.oid, mediaOIDs: [before.mediaOID] });
    await done();
    const box = { x: 160, y: 240, width: 80, height: 80 };
    expect(await call(calls.getRun, { oid: trial.oid })).toMatchObject({
      run: { trial: true, state: 'done', pictures: 1, seen: 1, unseen: 0, boxes: 1, detectionOID: null },
      pictures: [{ mediaOID: before.mediaOID, width: 640, height: 640, boxes: [{ box, aiType: 'hotSpot' }] }],
    });
    rooms.clock.move(1_000);
    expect(await call(calls.switch, { oid: model.oid, on: true })).toMatchObject({ on: true });
    expect(await reasonOf(call(calls.remove, { oids: [model.oid] }))).toBe('modelInUse');

    rooms.clock.move(1_000);
    const { flightOID, mediaOID } = await flown(['hotSpot']);
    // Two servers at once.
    await Promise.all([work().offer(), work().offer()]);
    await Promise.all([done(), done()]);
    const [run, ...more] = await runsOver(flightOID);
    expect(more).toEqual([]);
    expect(run).toMatchObject({ state: 'done', outcomes: 1, modelVersion: '1' });
    const { list } = await call(detectionCalls.outerQueryOutcome, { detectionOID: run?.oid });
    expect(list).toMatchObject([{ mediaOID, box, class: 'hotSpot', picture: { width: 640, height: 640 } }]);
    // The flight before it was switched on is not looked at.
    expect(await runsOver(before.flightOID)).toEqual([]);
    await call(calls.switch, { oid: model.oid, on: false });
    await call(calls.remove, { oids: [model.oid] });
    expect(await runsOver(flightOID)).toHaveLength(1);
  });

  it('looks at no flight that asks for something else or for nothing, and at one that nobody arranged', async () => {
    const model = await upload(buildHotModel(), { version: '2' });
    await done();
    const { mediaOID } = await flown();
    await call(calls.tryOut, { oid: model.oid, mediaOIDs: [mediaOID] });
    await done();
    rooms.clock.move(1_000);
    await call(calls.switch, { oid: model.oid, on: true });
    for (const asked of [['crack'], []]) {
      const { flightOID } = await flown(asked);
      await work().offer();
      await done();
      expect(await runsOver(flightOID)).toEqual([]);
    }
    expect((await call(calls.queryRun, { oid: model.oid })).list).toMatchObject([
      { trial: false, state: 'done', pictures: 0 },
      { trial: false, state: 'done', pictures: 0 },
      { trial: true, state: 'done', pictures: 1 },
    ]);
    const byHand = await flown(null);
    await work().offer();
    await done();
    expect(await runsOver(byHand.flightOID)).toMatchObject([{ state: 'done', outcomes: 1 }]);
  });

  it('looks at a photo of no flight in a trial alone, and shows all that it saw', async () => {
    const model = await upload(buildHotModel(), { version: '2.1', classes: [{ name: 'hot' }] });
    await done();
    const mediaOID = crypto.randomUUID();
    stored.set(mediaOID, await redPhoto());
    await sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size, reading_state)
      select ${mediaOID}::uuid, group_root, group_oid, ${mediaOID}, 'a.png', 'photo', 1, 'done'
      from dock where oid = ${dockOID}::uuid`.execute(rooms.db);
    await queueForDetectors(rooms.db, mediaOID, new Date(rooms.clock.wall()));
    const { oid } = await call(calls.tryOut, { oid: model.oid, mediaOIDs: [mediaOID] });
    await done();
    expect(await call(calls.getRun, { oid })).toMatchObject({
      run: { state: 'done', boxes: 1 },
      pictures: [{ mediaOID, boxes: [{ class: 'hot', aiType: null }] }],
    });
    // Tasks of the flights of before are older than its switch.
    rooms.clock.move(1_000);
    await call(calls.switch, { oid: model.oid, on: true });
    rooms.clock.move(30_000);
    for (const { run } of detectorTaskTimers(rooms.runtime)) await run();
    await work().offer();
    await done();
    expect((await call(calls.queryRun, { oid: model.oid })).list).toMatchObject([{ trial: true }]);
  });

  it('that never was one is refused by name, and so are a manifest and a version that is there', async () => {
    expect(await reasonOf(upload(Buffer.from('no model'), { version: '3' }))).toBe('modelFile');
    expect(await reasonOf(upload(buildHotModel().subarray(0, 300), { version: '3' }))).toBe('modelFile');
    const { oid } = await upload(buildOnnx({ inputs: [], outputs: [], nodes: [] }), { version: '3' });
    await done();
    expect(await call(calls.get, { oid })).toMatchObject({ state: 'refused', fault: 'notModel' });
    expect(await reasonOf(call(calls.switch, { oid, on: true }))).toBe('modelNotReady');
    expect(await reasonOf(upload(buildHotModel(), { version: '3' }))).toBe('modelKnown');
    const wrong = upload(buildHotModel(), { version: '4', input: { width: 100_000, height: 64 } });
    await expect(wrong).rejects.toMatchObject({
      details: {
        issues: [{ path: 'manifest.input.width', message: expect.stringContaining('2048') as string }],
      },
    });
  });

  it('waits where the machine is too busy to let it run, and is not refused for it, however often', async () => {
    const { oid } = await upload(buildHotModel(), { name: 'patient' });
    const { runtime } = rooms;
    const { signal } = new AbortController();
    const run = () => Promise.reject(new JobFailed('detector models', 'starved'));
    const busy = createModelWork({ runtime, objects, dataDir: folder, jobs: { run } });
    for (let turn = 0; turn <= limits.detectorModel.claimsMost; turn += 1) {
      await busy.work(signal);
      expect(await call(calls.get, { oid })).toMatchObject({ state: 'waiting', fault: null });
      rooms.clock.move(limits.detectorModel.busyAgainAfter + 1);
    }
    await done();
    expect(await call(calls.get, { oid })).toMatchObject({ state: 'ready', fault: null });
  });

  it('keeps what it was at when its server died: the run goes on, and a photo that is gone is named', async () => {
    const model = await upload(buildHotModel(), { version: '5' });
    await done();
    const { mediaOID } = await flown();
    stored.delete(mediaOID);
    const { oid } = await call(calls.tryOut, { oid: model.oid, mediaOIDs: [mediaOID] });
    await sql`update detector_model_run set state = 'taken', claims = 1, claim = gen_random_uuid(),
      claimed_until = ${new Date(rooms.clock.wall() + 1_000)} where oid = ${oid}::uuid`.execute(rooms.db);
    await done();
    expect(await call(calls.getRun, { oid })).toMatchObject({ run: { state: 'taken', seen: 0 } });
    rooms.clock.move(1_000);
    await done();
    expect(await call(calls.getRun, { oid })).toMatchObject({
      run: { state: 'done', seen: 1, unseen: 1 },
      pictures: [{ state: 'failed', fault: 'photoGone' }],
    });
    // A trial that saw no photo is none.
    expect(await call(calls.get, { oid: model.oid })).toMatchObject({ triedAt: null });
  });

  it('is seen and used by nobody of another organisation', async () => {
    const { oid } = await upload(buildHotModel(), { version: '6' });
    const theirs = { token: stranger };
    expect((await call(calls.query, {}, theirs)).list).toEqual([]);
    expect(await reasonOf(call(calls.get, { oid }, theirs))).toBe('notFound');
    expect(await reasonOf(call(calls.switch, { oid, on: false }, theirs))).toBe('notFound');
    expect(await reasonOf(call(calls.remove, { oids: [oid] }, theirs))).toBe('notFound');
  });
});
