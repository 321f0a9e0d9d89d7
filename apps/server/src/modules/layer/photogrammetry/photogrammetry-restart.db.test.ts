import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { photogrammetryCalls, photogrammetryLimits } from '@eyrie/domain';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPhotogrammetry } from './photogrammetry.ts';
import {
  ask,
  begin,
  dataDir,
  engine,
  flightWith,
  follow,
  layersOf,
  once,
  rooms,
  server,
  taskOf,
  usePhotogrammetryWorld,
} from './photogrammetry-world.fixture.ts';
import { resultZip } from './result.fixture.ts';

usePhotogrammetryWorld();

const download = 'GET download/all.zip';
const downloads = (): number => engine.calls.filter((one) => one === download).length;
const inFolder = (): Promise<string[]> => readdir(join(dataDir, 'layer-work')).catch(() => []);
/** Goes on until what the engine made is due to be fetched. @returns the task */
const toFetching = async (outputs?: string[]): Promise<string> => {
  engine.atOnce = true;
  const { oid } = await begin(await flightWith(3), outputs);
  await once(server());
  rooms.clock.move(photogrammetryLimits.askEvery + 1);
  await once(server());
  expect((await taskOf(oid)).state).toBe('fetching');
  return oid;
};
/** A server that is killed when it has made so many layers of a result: what it does then never ends. */
const killedAfter = (layers: number) => {
  const plain = server();
  const reached = Promise.withResolvers<void>();
  let left = layers;
  const own: typeof plain = {
    ...plain,
    unpack: (question) => {
      if (left === 0) {
        reached.resolve();
        return new Promise(() => undefined);
      }
      left -= 1;
      return plain.unpack(question);
    },
  };
  return { own, reached: reached.promise };
};
const claimPasses = (): void =>
  rooms.clock.move(photogrammetryLimits.claimFor + 5 * photogrammetryLimits.unpackTime + 1);

describe('a result that was fetched', () => {
  it('is not fetched again by the server that starts after a kill, and its layers are made once', async () => {
    const oid = await toFetching();
    const { own, reached } = killedAfter(1);
    void once(own);
    await reached;
    expect(await layersOf(await taskOf(oid))).toHaveLength(1);
    claimPasses();
    await once(server());
    const done = await taskOf(oid);
    expect([done.state, (await layersOf(done)).length, downloads(), await inFolder()]).toEqual([
      'done',
      3,
      1,
      [],
    ]);
  });

  it('stays where the server stops over it, which goes on at once', async () => {
    const oid = await toFetching();
    const stops = new AbortController();
    const plain = server();
    const own: typeof plain = {
      ...plain,
      async take(...taken) {
        await plain.take(...taken);
        stops.abort(new Error('the server stops'));
      },
    };
    await once(own, stops.signal);
    expect(await layersOf(await taskOf(oid))).toHaveLength(1);
    await once(server());
    const done = await taskOf(oid);
    expect([done.state, (await layersOf(done)).length, downloads(), await inFolder()]).toEqual([
      'done',
      3,
      1,
      [],
    ]);
  });

  it('is that of this task of the engine, and not what is left of one before', async () => {
    const oid = await toFetching(['cloud']);
    const { own, reached } = killedAfter(0);
    void once(own);
    await reached;
    await ask(photogrammetryCalls.cancel, { oid });
    await ask(photogrammetryCalls.retry, { oid });
    engine.result = resultZip({ 'odm_georeferencing/odm_georeferenced_model.laz': null });
    await sql`update layer_photogrammetry set state = 'fetching', engine_uuid = ${crypto.randomUUID()}::uuid, left_uuids = '{}'
      where oid = ${oid}`.execute(rooms.db);
    const { rows } = await sql<{ uuid: string }>`select engine_uuid as uuid from layer_photogrammetry
      where oid = ${oid}`.execute(rooms.db);
    const [task] = engine.tasks.values();
    if (task) engine.tasks.set(rows[0]?.uuid ?? '', task);
    await follow(2);
    expect([(await taskOf(oid)).failure, downloads()]).toEqual(['nothing', 2]);
  });

  it('goes from the disk of a server once another one has ended the task', async () => {
    const oid = await toFetching(['cloud']);
    const [left, other] = [`photogrammetry-${oid}-left`, 'mosaic-work'];
    for (const name of [left, other]) {
      await mkdir(join(dataDir, 'layer-work', name), { recursive: true });
      await writeFile(join(dataDir, 'layer-work', name, 'all.zip'), 'left');
    }
    const { timer, unit } = createPhotogrammetry({ ...server(), engine: server().engine });
    // What is fetched still stays: its task is another server's at the moment.
    await sql`update layer_photogrammetry set until = ${new Date(rooms.clock.wall() + 60_000)}
      where oid = ${oid}`.execute(rooms.db);
    await timer.run();
    expect((await inFolder()).toSorted()).toEqual([other, left].toSorted());
    await sql`update layer_photogrammetry set state = 'done' where oid = ${oid}`.execute(rooms.db);
    await timer.run();
    expect(await inFolder()).toEqual([other]);
    await unit.stop();
  });
});

describe('before a result is given up', () => {
  it('the engine is asked whether it knows the task, which is lost where it does not', async () => {
    const oid = await toFetching(['cloud']);
    engine.tasks.clear();
    await follow(photogrammetryLimits.unknownMost - 1);
    expect(await taskOf(oid)).toMatchObject({ state: 'fetching', failure: null });
    await follow(1);
    expect(await taskOf(oid)).toMatchObject({ state: 'failed', failure: 'lost' });
  });

  it('the engine is asked how it stands, and waited for where it is away or computes again', async () => {
    const oid = await toFetching(['cloud']);
    const { fetchesMost } = photogrammetryLimits;
    for (let times = 0; times < fetchesMost; times += 1) engine.faults.push({ at: download, does: 'halves' });
    await follow(fetchesMost);
    expect(downloads()).toBe(fetchesMost);
    engine.faults.push({ at: 'GET info', does: 'fails', status: 502 });
    await follow(1);
    expect(await taskOf(oid)).toMatchObject({ state: 'fetching', silent: true, failure: null });
    const [task] = engine.tasks.values();
    if (task) task.status = { code: 20 };
    await follow(1);
    expect(await taskOf(oid)).toMatchObject({ state: 'running', failure: null });
    if (task) task.status = { code: 30, errorMessage: 'out of memory' };
    await follow(1);
    expect(await taskOf(oid)).toMatchObject({ state: 'failed', failure: 'engine', detail: 'out of memory' });
  });
});
