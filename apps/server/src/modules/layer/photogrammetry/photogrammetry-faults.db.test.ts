import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { photogrammetryCalls, photogrammetryLimits } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../../platform/http/refusal.ts';
import { EngineStrange } from './engine-http.ts';
import type { Engine } from './engine.ts';
import { createPhotogrammetry } from './photogrammetry.ts';
import {
  ask,
  begin,
  dataDir,
  engine,
  engineOf,
  flightWith,
  follow,
  layersOf,
  once,
  rooms,
  server,
  taskOf,
  usePhotogrammetryWorld,
} from './photogrammetry-world.fixture.ts';

usePhotogrammetryWorld();

const countOf = (call: string): number => engine.calls.filter((one) => one === call).length;
const inFolder = (): Promise<string[]> => readdir(join(dataDir, 'layer-work')).catch(() => []);
const textsOf = ({ photos }: { photos: Map<string, Buffer> }): string[] => [...photos.values()].map(String);
const three = ['photo 0', 'photo 1', 'photo 2'];
/** Goes on until what the engine made is due to be fetched. */
const toFetching = async (): Promise<void> => {
  await once(server());
  rooms.clock.move(photogrammetryLimits.askEvery + 1);
  await once(server());
};
const onlyTask = () => {
  const [task] = engine.tasks.values();
  if (!task) throw new Error('the engine has no task');
  return task;
};

describe('one ask is one task of the engine', () => {
  /** An engine that is killed with its server when it has sent so many photos: it never comes back. */
  const killedAfter = (photos: number): { own: Engine; reached: Promise<void>; wake: () => void } => {
    const reached = Promise.withResolvers<void>();
    const woken = Promise.withResolvers<void>();
    const plain = engineOf();
    let left = photos;
    const own: Engine = {
      ...plain,
      async send(uuid, photo, signal) {
        await plain.send(uuid, photo, signal);
        left -= 1;
        if (left > 0) return;
        reached.resolve();
        await woken.promise;
      },
    };
    return { own, reached: reached.promise, wake: () => woken.resolve() };
  };

  it('when a server is killed while it sends, another one begins anew, and the first one does nothing more', async () => {
    const { oid } = await begin(await flightWith(3));
    const { own, reached, wake } = killedAfter(2);
    const killed = once(server(own));
    await reached;
    expect(await once(server())).toBe(false);
    rooms.clock.move(photogrammetryLimits.claimFor + 1);
    await follow(1);
    expect(await taskOf(oid)).toMatchObject({ state: 'sending', sent: 0 });
    await follow(1);
    // Whether the second photo came whole nobody knows, and a second one of its name would lie beside it.
    expect([engine.tasks.size, textsOf(onlyTask())]).toEqual([1, three]);
    expect([countOf('POST init'), countOf('POST upload'), countOf('POST commit')]).toEqual([2, 5, 1]);
    onlyTask().status = { code: 40 };
    wake();
    expect(await killed).toBe(true);
    await follow(2);
    expect(await taskOf(oid)).toMatchObject({ state: 'done', sent: 3 });
    expect([countOf('POST upload'), (await layersOf(await taskOf(oid))).length]).toEqual([5, 3]);
  });

  it('when a photo breaks off, neither half of it nor a second one is computed', async () => {
    await begin(await flightWith(3));
    engine.faults.push({ at: 'POST upload', does: 'breaks' });
    await follow(2);
    expect([engine.tasks.size, textsOf(onlyTask())]).toEqual([1, three]);
  });

  it('when a server stops while it sends, which counts against nobody', async () => {
    const { oid } = await begin(await flightWith(3));
    const stopped = new AbortController();
    const plain = engineOf();
    const own: Engine = {
      ...plain,
      async send(...photo) {
        await plain.send(...photo);
        stopped.abort(new Error('the server stops'));
        stopped.signal.throwIfAborted();
      },
    };
    await once(server(own), stopped.signal);
    await follow(1);
    expect([engine.tasks.size, textsOf(onlyTask())]).toEqual([1, three]);
    const row = await sql<{ sendings: number }>`select sendings from layer_photogrammetry
      where oid = ${oid}`.execute(rooms.db);
    expect(row.rows).toEqual([{ sendings: 0 }]);
  });

  it('when the engine is away as it is asked to begin', async () => {
    engine.faults.push({ at: 'POST commit', does: 'fails', status: 502 });
    await begin(await flightWith(3));
    await follow(2);
    expect(engine.tasks.size).toBe(0);
    rooms.clock.move(photogrammetryLimits.beginTime);
    await follow(2);
    expect([engine.tasks.size, textsOf(onlyTask())]).toEqual([1, three]);
  });

  it('of an engine before 2020, when the answer to its opening is lost', async () => {
    engine.isOld = true;
    engine.faults.push({ at: 'POST init', does: 'loses' });
    await begin(await flightWith(3));
    await follow(2);
    expect([engine.tasks.size, textsOf(onlyTask())]).toEqual([1, three]);
  });

  it('when the answer to its opening is lost', async () => {
    engine.faults.push({ at: 'POST init', does: 'loses' });
    const { oid } = await begin(await flightWith(3));
    await follow(1);
    expect(await taskOf(oid)).toMatchObject({ state: 'waiting', silent: true, failure: null });
    const [uuid] = engine.opened.keys();
    await follow(1);
    expect([...engine.tasks.keys()]).toEqual([uuid]);
    expect([engine.opened.size, onlyTask().photos.size]).toEqual([0, 3]);
    expect(await taskOf(oid)).toMatchObject({ state: 'running', silent: false });
  });

  it('when the answer to its beginning is lost', async () => {
    engine.faults.push({ at: 'POST commit', does: 'loses' });
    const { oid } = await begin(await flightWith(3));
    await follow(2);
    expect(await taskOf(oid)).toMatchObject({ state: 'running' });
    expect([countOf('POST init'), countOf('POST upload'), countOf('POST commit')]).toEqual([1, 3, 1]);
  });

  it('when the engine lost the photos before it began, they are sent again, but not for ever', async () => {
    const { oid } = await begin(await flightWith(25));
    await once(server());
    engine.opened.clear();
    await follow(2);
    expect(await taskOf(oid)).toMatchObject({ state: 'running', sent: 25 });
    expect(onlyTask().photos.size).toBe(25);
    const refused = { at: 'POST upload', does: 'says', body: { error: 'no space left' } } as const;
    for (let times = 0; times < photogrammetryLimits.sendingsMost; times += 1) engine.faults.push(refused);
    const other = await begin(await flightWith(3));
    await follow(photogrammetryLimits.sendingsMost + 1);
    expect(await taskOf(other.oid)).toMatchObject({
      state: 'failed',
      failure: 'engine',
      detail: 'no space left',
    });
  });
});

describe('what passes costs nothing that was computed', () => {
  it('an engine that starts again costs no result, nor does a page of what stands before it', async () => {
    engine.atOnce = true;
    const at = 'GET download/all.zip';
    for (let times = 0; times <= photogrammetryLimits.fetchesMost; times += 1)
      engine.faults.push({ at, does: 'fails', status: 502 });
    engine.faults.push({ at, does: 'says', body: 'back soon', type: 'text/html' });
    const { oid } = await begin(await flightWith(3));
    await follow(4);
    expect(await taskOf(oid)).toMatchObject({ state: 'fetching', silent: true });
    await follow(8);
    expect(await taskOf(oid)).toMatchObject({ state: 'done', silent: false });
  });

  it('a disk that is full here costs no result', async () => {
    engine.atOnce = true;
    const { oid } = await begin(await flightWith(3), ['cloud']);
    const full = { ...server(), take: () => Promise.reject(new Refusal('noRoom')) };
    await follow(photogrammetryLimits.fetchesMost + 3, full);
    expect(await taskOf(oid)).toMatchObject({ state: 'fetching' });
    await follow(2);
    expect((await taskOf(oid)).state).toBe('done');
  });

  it('an answer that its API does not have costs no task that it computes, unless there is no other', async () => {
    const { oid } = await begin(await flightWith(3));
    await follow(1);
    const [uuid] = engine.tasks.keys();
    const page = { at: 'GET info', does: 'says', body: 'back soon', type: 'text/html' } as const;
    engine.faults.push(page);
    await once(server());
    expect(await taskOf(oid)).toMatchObject({ state: 'running', silent: true });
    await follow(2);
    expect(await taskOf(oid)).toMatchObject({ state: 'running', silent: false });
    const own = { ...engineOf(), task: () => Promise.reject(new EngineStrange('page')) };
    await follow(photogrammetryLimits.strangeMost, server(own));
    expect(await taskOf(oid)).toMatchObject({ state: 'failed', failure: 'answer' });
    expect([...engine.tasks.keys()]).not.toContain(uuid);
  });
});

describe('two servers at a result', () => {
  afterEach(() => void vi.useRealTimers());

  it('the one that lost it takes no file of the other one along, and no layer is made twice', async () => {
    engine.atOnce = true;
    const { oid } = await begin(await flightWith(3));
    await toFetching();
    expect((await taskOf(oid)).state).toBe('fetching');
    const reached = Promise.withResolvers<void>();
    const woken = Promise.withResolvers<void>();
    const plain = engineOf();
    const own: Engine = {
      ...plain,
      async fetch(...asked) {
        await plain.fetch(...asked);
        reached.resolve();
        await woken.promise;
      },
    };
    const first = once(server(own));
    await reached.promise;
    rooms.clock.move(photogrammetryLimits.claimFor + 1);
    const second = server();
    await once({
      ...second,
      async unpack(question) {
        woken.resolve();
        await first;
        return second.unpack(question);
      },
    });
    const done = await taskOf(oid);
    expect([done.state, (await layersOf(done)).length, await inFolder()]).toEqual(['done', 3, []]);
  });

  it('one that is long at a layer keeps it', async () => {
    engine.atOnce = true;
    const { oid } = await begin(await flightWith(3), ['cloud']);
    await toFetching();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const reached = Promise.withResolvers<void>();
    const woken = Promise.withResolvers<void>();
    const plain = server();
    const slow = once({
      ...plain,
      async take(...taken) {
        reached.resolve();
        await woken.promise;
        return plain.take(...taken);
      },
    });
    await reached.promise;
    const untilOf = async (): Promise<number> => {
      const { rows } = await sql<{ until: Date }>`select until from layer_photogrammetry
        where oid = ${oid}`.execute(rooms.db);
      return rows[0]?.until.getTime() ?? 0;
    };
    const first = await untilOf();
    rooms.clock.move(first - rooms.runtime.serverTime() - 1_000);
    vi.advanceTimersByTime(10_000);
    await expect.poll(untilOf).toBeGreaterThan(first);
    rooms.clock.move(2_000);
    expect(await once(server())).toBe(false);
    woken.resolve();
    await slow;
    expect(await taskOf(oid)).toMatchObject({ state: 'done' });
    expect(await layersOf(await taskOf(oid))).toHaveLength(1);
  });

  it('one that is long at a result holds up none of the other tasks', async () => {
    const long = await begin(await flightWith(3));
    engine.atOnce = true;
    await toFetching();
    engine.atOnce = false;
    const { oid } = await begin(await flightWith(3));
    const reached = Promise.withResolvers<void>();
    const woken = Promise.withResolvers<void>();
    const plain = server();
    const own: Engine = {
      ...plain.engine,
      async fetch(...asked) {
        reached.resolve();
        await woken.promise;
        return plain.engine.fetch(...asked);
      },
    };
    const { timer, unit } = createPhotogrammetry({ ...plain, engine: own }, 1);
    await timer.run();
    await reached.promise;
    await expect
      .poll(async () => {
        await timer.run();
        return (await taskOf(oid)).state;
      })
      .toBe('running');
    expect((await taskOf(long.oid)).state).toBe('fetching');
    woken.resolve();
    await expect.poll(async () => (await taskOf(long.oid)).state).toBe('done');
    await unit.stop();
  });

  it('what one left that was killed goes with the task', async () => {
    const { oid } = await begin(await flightWith(3));
    await mkdir(join(dataDir, 'layer-work', `photogrammetry-${oid}-killed`), { recursive: true });
    await ask(photogrammetryCalls.cancel, { oid });
    await follow(1);
    expect(await inFolder()).toEqual([]);
  });
});
