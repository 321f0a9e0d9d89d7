import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeBackup } from '../../platform/backup/index.ts';
import { until } from '../../testing/caller.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createWork, type Work } from './work.service.ts';
import { WorkFailed, type WorkStep } from './work-attempt.ts';

let rooms: TestRooms;
let groupRoot: string;
let open: Work[] = [];
let notified: [oid: string, outcome: string][] = [];

/** A server as far as background work goes. */
const server = async (instanceId: string, step?: WorkStep): Promise<Work> => {
  const runtime = { ...rooms.runtime, clock: { wall: Date.now, mono: () => performance.now() } };
  const work = createWork(runtime, {
    url: rooms.database.url,
    instanceId,
    worker: step !== undefined,
    ended: async ({ oid }, outcome) => {
      notified.push([oid, outcome]);
      throw new Error('nobody could be told');
    },
  });
  if (step) work.register('diagnosis', step);
  if (step) work.register('layerTiles', step);
  if (step) work.register('videoTranscode', step);
  await work.unit.start();
  open.push(work);
  return work;
};
const add = (work: Work): Promise<string> =>
  work.add(rooms.db, { kind: 'diagnosis', ownerOID: null, groupRoot, request: { n: 1 } });
const rowOf = (oid: string) =>
  rooms.db.selectFrom('work').selectAll().where('oid', '=', oid).executeTakeFirstOrThrow();
const untilState = (oid: string, state: string, within = 8_000) =>
  until(
    state,
    () => rowOf(oid),
    (row) => row.state === state,
    within,
  );

beforeAll(async () => {
  rooms = await createTestRooms();
  groupRoot = await rooms.seed('north', [], 'Flug-4711!');
});
afterEach(async () => {
  for (const work of open) await work.unit.stop();
  open = [];
  notified = [];
});
afterAll(() => rooms.close());

describe('background work', () => {
  it('is done by a server that does work, with its result', async () => {
    const asked: unknown[] = [];
    const asks = await server('asks');
    await server('works', async ({ request, progress }) => {
      asked.push(request);
      await progress(0.5, 'halfway');
      return { made: 'something' };
    });
    const row = await untilState(await add(asks), 'done');
    await until(
      'told',
      async () => notified,
      (all) => all.length > 0,
    );
    expect(notified).toEqual([[row.oid, 'done']]);
    expect(row).toMatchObject({ progress: 1, step: 'halfway', result: { made: 'something' }, attempts: 1 });
    expect(row.instance_id).toBe('works');
    expect(asked).toEqual([{ n: 1 }]);
  });

  it('is not there when the transaction that asked for it fails', async () => {
    let done = 0;
    const work = await server('a', async () => ({ done: (done += 1) }));
    const lost: string[] = [];
    await rooms.db
      .transaction()
      .execute(async (trx) => {
        lost.push(await work.add(trx, { kind: 'diagnosis', ownerOID: null, groupRoot, request: {} }));
        throw new Error('no');
      })
      .catch(() => undefined);
    await untilState(await add(work), 'done');
    expect(done).toBe(1);
    expect(await rooms.db.selectFrom('work').select('oid').where('oid', 'in', lost).execute()).toEqual([]);
  });

  it('is tried again by itself after a failure, and says why it failed', async () => {
    let turns = 0;
    const work = await server('a', async () => {
      turns += 1;
      if (turns === 1) throw new Error('the disk was full');
      return { turns };
    });
    const oid = await add(work);
    await until(
      'failed once',
      () => rowOf(oid),
      (row) => row.error === 'the disk was full',
    );
    expect(await rowOf(oid)).toMatchObject({ state: 'queued' });
    expect(await untilState(oid, 'done', 25_000)).toMatchObject({
      attempts: 2,
      error: null,
      result: { turns: 2 },
    });
  });

  it('fails at once, and its owner is notified, where no attempt can succeed', async () => {
    let turns = 0;
    const work = await server('a', async () => {
      turns += 1;
      throw new WorkFailed('the film is damaged');
    });
    const oid = await add(work);
    expect(await untilState(oid, 'failed')).toMatchObject({ error: 'the film is damaged', attempts: 1 });
    await until(
      'notified',
      async () => notified,
      (all) => all.length > 0,
    );
    expect(notified).toEqual([[oid, 'failed']]);
    // Other work goes on, and this does not come again.
    await untilState(await add(work), 'failed');
    expect(turns).toBe(2);
  });

  it('of films holds up no layer of the same organisation, and another film waits for the first', async () => {
    const ends: (() => void)[] = [];
    const work = await server('a', async ({ request }) => {
      if (request['film'] === true) await new Promise<void>((resolve) => void ends.push(resolve));
      return {};
    });
    const film = () =>
      work.add(rooms.db, { kind: 'videoTranscode', ownerOID: null, groupRoot, request: { film: true } });
    const [one, two] = [await film(), await film()];
    await until(
      'a film is under way',
      () => ends.length,
      (count) => count === 1,
    );
    const layer = await work.add(rooms.db, { kind: 'layerTiles', ownerOID: null, groupRoot, request: {} });
    await untilState(layer, 'done');
    const states = [(await rowOf(one)).state, (await rowOf(two)).state];
    expect(states.toSorted()).toEqual(['queued', 'running']);
    ends[0]?.();
    await until(
      'the other film is under way',
      () => ends.length,
      (count) => count === 2,
    );
    ends[1]?.();
    await untilState(one, 'done');
    await untilState(two, 'done');
  });

  it('is cancelled once, while it waits or runs', async () => {
    const asks = await server('asks');
    const oid = await add(asks);
    expect(await rooms.db.transaction().execute((trx) => asks.cancel(trx, oid))).toBe(true);
    expect((await rowOf(oid)).state).toBe('cancelled');
    expect(await rooms.db.transaction().execute((trx) => asks.cancel(trx, oid))).toBe(false);
  });

  it('writes its progress at most once a second', async () => {
    const seen = new Set<number>();
    const work = await server('a', async ({ progress, signal }) => {
      for (let n = 0; n < 300; n += 1) {
        await progress(n / 300);
        await new Promise((resolve) => setTimeout(resolve, 5));
        signal.throwIfAborted();
      }
      return {};
    });
    const oid = await add(work);
    await until(
      'done',
      () => rowOf(oid),
      (row) => (seen.add(row.progress), row.state === 'done'),
    );
    expect(seen.size).toBeLessThanOrEqual(2 + Math.ceil(3_000 / limits.work.progressEvery));
  });

  it('stops when it is cancelled', async () => {
    let ended = 0;
    const work = await server('a', async ({ progress }) => {
      try {
        for (;;) {
          await progress(0.1);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      } finally {
        ended += 1;
      }
    });
    const oid = await add(work);
    await untilState(oid, 'running');
    await rooms.db.updateTable('work').set({ state: 'cancelled' }).where('oid', '=', oid).execute();
    await until(
      'ended',
      () => ended,
      (count) => count === 1,
    );
    expect(await rowOf(oid)).toMatchObject({ state: 'cancelled', attempts: 1 });
  });

  it('frees its places and connections when backups that hang are cancelled', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'eyrie-hung-'));
    const work = await server('a', async ({ request, signal, alive }) => {
      if (request['n'] === 1) return { n: 1 };
      const file = join(folder, String(request['n']));
      const dataDir = join(folder, 'data');
      await mkdir(dataDir, { recursive: true });
      const { url } = rooms.database;
      await writeBackup({ url, dataDir, withObjects: false, file, release: '0', now: 0, signal, alive });
      return {};
    });
    const backups = async (): Promise<{ state: string; wait_event_type: string | null }[]> => {
      const { rows } = await sql<{ state: string; wait_event_type: string | null }>`
        select state, wait_event_type from pg_stat_activity
        where application_name = 'eyrie-backup' and datname = current_database()`.execute(rooms.db);
      return rows;
    };
    const blocking = new pg.Client(rooms.database.url);
    await blocking.connect();
    try {
      // The copy of this table waits for as long as somebody else holds it.
      await blocking.query('begin; lock table notice in access exclusive mode');
      const hung: string[] = [];
      for (let n = 2; n < 2 + limits.work.atOnce; n += 1)
        hung.push(await work.add(rooms.db, { kind: 'diagnosis', ownerOID: null, groupRoot, request: { n } }));
      await until(
        'all hang',
        backups,
        (all) => all.filter((one) => one.wait_event_type === 'Lock').length === hung.length,
      );
      const behind = await add(work);
      await rooms.db.updateTable('work').set({ state: 'cancelled' }).where('oid', 'in', hung).execute();
      await untilState(behind, 'done');
      await until('connections closed', backups, (all) => all.length === 0);
    } finally {
      await blocking.end();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('that is short waits for no long work, and an organisation has a share of the long', async () => {
    const other = await rooms.seed('far', [], 'Flug-4711!');
    const begun: string[] = [];
    let free = (): void => undefined;
    const held = new Promise<void>((resolve) => (free = resolve));
    const work = await server('a', async ({ request }) => {
      begun.push(String(request['n']));
      if (String(request['n']).startsWith('long')) await held;
      return {};
    });
    const long = (n: string, root: string) =>
      work.add(rooms.db, { kind: 'layerTiles', ownerOID: null, groupRoot: root, request: { n } });
    const ours: string[] = [];
    for (const n of ['long 1', 'long 2', 'long 3', 'long 4']) ours.push(await long(n, groupRoot));
    await until(
      'one of ours',
      async () => begun,
      (all) => all.length === 1,
    );
    const theirs = await long('long of others', other);
    await untilState(theirs, 'running');
    await untilState(await add(work), 'done');
    // Neither place was taken by a second file of the same organisation.
    expect(begun.toSorted()).toEqual(['1', 'long 1', 'long of others']);
    free();
    for (const oid of ours) await untilState(oid, 'done', 20_000);
  });

  it('goes to another server when one stops, and never runs on two at once', async () => {
    let running = 0;
    let most = 0;
    const step =
      (name: string): WorkStep =>
      async ({ signal, progress }) => {
        most = Math.max(most, (running += 1));
        try {
          for (let n = 0; name === 'a' || n < 5; n += 1) {
            await progress(0.2);
            await new Promise((resolve) => setTimeout(resolve, 20));
            signal.throwIfAborted();
          }
          return { by: name };
        } finally {
          running -= 1;
        }
      };
    const a = await server('a', step('a'));
    const oid = await add(a);
    await untilState(oid, 'running');
    await server('b', step('b'));
    await a.unit.stop();
    expect(await untilState(oid, 'done', 20_000)).toMatchObject({ result: { by: 'b' } });
    expect(most).toBe(1);
  });

  it('is taken up by another server after its own was killed', async () => {
    const script = fileURLToPath(new URL('../../testing/worker-process.ts', import.meta.url));
    const child = spawn(process.execPath, [script, rooms.database.url], { stdio: 'ignore' });
    const asks = await server('asks');
    const oid = await add(asks);
    await untilState(oid, 'running', 15_000);
    const turns: number[] = [];
    await server('survivor', async () => ({ turn: turns.push(1) }));
    // While the other one lives, nobody else begins.
    await until(
      'alive',
      () => rowOf(oid),
      (row) => row.progress === 0.5,
    );
    expect(turns).toEqual([]);
    child.kill('SIGKILL');
    expect(await untilState(oid, 'done', 40_000)).toMatchObject({
      instance_id: 'survivor',
      attempts: 2,
      result: { turn: 1 },
    });
    expect(turns).toEqual([1]);
  });
});
