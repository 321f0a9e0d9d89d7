import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ReadyDock } from '../../testing/command-bench.ts';
import { createConditionPass, keepCondition, storeReady } from '../flight/index.ts';
import { draftForCondition, draftScheduledStart } from './command.draft.ts';
import {
  bench,
  flightOf,
  heard,
  otherStart,
  override,
  run,
  start,
  useCommandBench,
} from './command.fixture.ts';

useCommandBench();

const minute = 60_000;
/** The flight of the dock waits for a condition, as a run of a timed task. @returns the key of its start */
const waiting = async ({ who, flightOID }: ReadyDock): Promise<string> => {
  const key = bench.runtime.newOid();
  const now = bench.clock.wall();
  await sql`update task set schedule_rule = 'x', arrangement = '{}'::jsonb, arranged_by = ${who.memberOID}::uuid,
    type = 'single' where oid = (select task_oid from flight where oid = ${flightOID}::uuid)`.execute(
    bench.db,
  );
  await sql`insert into task_occurrence (oid, task_oid, wall_time, time_zone, due_at, state, flight_oid, decided_at)
    select ${key}::uuid, task_oid, '2027-03-31T08:30', 'UTC', ${new Date(now)}, 'launching', oid, now()
    from flight where oid = ${flightOID}::uuid`.execute(bench.db);
  const condition = {
    battery: 90,
    storage: null,
    beginsAt: new Date(now),
    endsAt: new Date(now + 60 * minute),
  };
  await bench.db.transaction().execute((trx) => keepCondition(trx, flightOID, condition));
  return key;
};
const pass = (): Promise<void> => createConditionPass(bench.runtime)();
/** What became of the last order of a method. */
const endOf = async (dockOID: string, method: string) => {
  let found: { state: string; reason: string | null } | undefined;
  await expect
    .poll(async () => {
      const { rows } = await sql<{ state: string; reason: string | null }>`select state, reason from command
        where dock_oid = ${dockOID}::uuid and method = ${method} order by created_at desc limit 1`.execute(
        bench.db,
      );
      [found] = rows;
      return found !== undefined && !['drafted', 'authorised', 'sent'].includes(found.state);
    })
    .toBe(true);
  return found;
};
const prepared = async () => {
  const at = await bench.ready();
  const key = await waiting(at);
  await pass();
  await endOf(at.dockOID, 'prepareJob');
  await pass();
  return { ...at, key };
};
const startRun = async ({ who, dockOID, flightOID, key }: ReadyDock & { key: string }) => {
  const dock = { oid: dockOID, groupRoot: bench.groupRoot };
  const order = { dock, flightOID, memberOID: who.memberOID, key };
  expect(await bench.db.transaction().execute((trx) => draftScheduledStart(bench.runtime, trx, order))).toBe(
    true,
  );
  return endOf(dockOID, 'startJob');
};

describe('a flight that waits for its condition', () => {
  it('is given to its dock once, past whoever controls that, and stays a flight that waits', async () => {
    const at = await bench.ready();
    await override(at);
    await waiting(at);
    await Promise.all([pass(), pass()]);
    expect(await endOf(at.dockOID, 'prepareJob')).toEqual({ state: 'succeeded', reason: null });
    await pass();
    expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_prepare']);
    expect(await flightOf(at)).toMatchObject({ state: 'created', file_md5: expect.any(String) });
  });

  it('that is ready is only told to fly, by the order of every start', async () => {
    const at = await prepared();
    await storeReady(bench.db, at.dockOID, [at.flightOID], new Date(bench.clock.wall()));
    heard(at);
    expect(await startRun(at)).toMatchObject({ state: 'accepted' });
    expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_prepare', 'flighttask_execute']);
  });

  it('that is told to fly while nobody knows whether that arrived is not given up', async () => {
    const at = await prepared();
    await storeReady(bench.db, at.dockOID, [at.flightOID], new Date(bench.clock.wall()));
    heard(at);
    bench.world.leaving = async (method) => {
      if (method === 'flighttask_execute') throw new Error('no word of it');
    };
    expect(await startRun(at)).toMatchObject({ state: 'unknown' });
    expect(await flightOf(at)).toMatchObject({ state: 'created' });
  });

  it('that is ready does not fly against the verdict of that moment', async () => {
    const at = await prepared();
    await storeReady(bench.db, at.dockOID, [at.flightOID], new Date(bench.clock.wall()));
    heard(at, { emergency_stop_state: 1 });
    expect(await startRun(at)).toMatchObject({ state: 'failed', reason: 'gateBlocked' });
    expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_prepare']);
  });

  it('that a person starts is taken back first, and flies without the condition', async () => {
    const at = await prepared();
    heard(at);
    expect(await start(at)).toMatchObject({ status: 200 });
    expect(bench.sentTo(at.dockOID)).toEqual([
      'flighttask_prepare',
      'flighttask_undo',
      'flighttask_prepare',
      'flighttask_execute',
    ]);
  });

  it('that its dock refused to take is started by a person as every flight is', async () => {
    const at = await bench.ready();
    await waiting(at);
    bench.world.answer = async () => 319_016;
    await pass();
    expect(await endOf(at.dockOID, 'prepareJob')).toMatchObject({ state: 'rejected' });
    bench.reset();
    heard(at);
    expect(await start(at)).toMatchObject({ status: 200 });
    expect(bench.sentTo(at.dockOID)).toEqual([
      'flighttask_prepare',
      'flighttask_prepare',
      'flighttask_execute',
    ]);
  });

  it('is not given to its dock behind its start', async () => {
    const at = await bench.ready();
    await waiting(at);
    await otherStart(at, 'unknown');
    await pass();
    expect(await endOf(at.dockOID, 'prepareJob')).toMatchObject({ state: 'failed', reason: 'flightRunning' });
    expect(bench.sentTo(at.dockOID)).toEqual([]);
  });

  it('whose file is another than the one that lies there is taken back first', async () => {
    const at = await prepared();
    await storeReady(bench.db, at.dockOID, [at.flightOID], new Date(bench.clock.wall()));
    await run(`update flight set file_md5 = repeat('0', 32) where oid = '${at.flightOID}'`);
    heard(at);
    expect(await startRun(at)).toMatchObject({ state: 'accepted' });
    expect(bench.sentTo(at.dockOID)).toEqual([
      'flighttask_prepare',
      'flighttask_undo',
      'flighttask_prepare',
      'flighttask_execute',
    ]);
  });

  it('that comes no more is taken back, once its dock has answered', async () => {
    const at = await prepared();
    await run(
      `update flight set state = 'over', outcome = 'cancelled', end_time = now() where oid = '${at.flightOID}'`,
    );
    await Promise.all([pass(), pass()]);
    expect(await endOf(at.dockOID, 'undoJob')).toMatchObject({ state: 'succeeded' });
    await pass();
    await pass();
    expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_prepare', 'flighttask_undo']);
  });

  it('that waits is not taken back', async () => {
    const at = await prepared();
    const { who, dockOID, flightOID } = at;
    const dock = { oid: dockOID, groupRoot: bench.groupRoot };
    const order = { dock, flightOID, memberOID: who.memberOID, method: 'undoJob' } as const;
    await bench.db.transaction().execute((trx) => draftForCondition(bench.runtime, trx, order));
    expect(await endOf(dockOID, 'undoJob')).toMatchObject({ state: 'failed', reason: 'flightRunning' });
    expect(bench.sentTo(dockOID)).toEqual(['flighttask_prepare']);
  });

  it('that was ended before its order left is not given to its dock', async () => {
    const at = await bench.ready();
    await waiting(at);
    bench.beforeStep(0, () =>
      run(
        `update flight set state = 'over', outcome = 'cancelled', end_time = now() where oid = '${at.flightOID}'`,
      ),
    );
    await pass();
    expect(await endOf(at.dockOID, 'prepareJob')).toMatchObject({ state: 'failed', reason: 'flightOver' });
    await pass();
    expect(bench.sentTo(at.dockOID)).toEqual([]);
  });

  it('is reported ready by its own dock alone', async () => {
    const at = await prepared();
    const other = await bench.ready();
    await storeReady(bench.db, other.dockOID, [at.flightOID], new Date(bench.clock.wall()));
    const standing = async () =>
      (
        await sql<{ ready: boolean }>`select ready_at is not null as ready from flight_condition
          where flight_oid = ${at.flightOID}::uuid`.execute(bench.db)
      ).rows;
    expect(await standing()).toEqual([{ ready: false }]);
    await storeReady(bench.db, at.dockOID, [at.flightOID], new Date(bench.clock.wall()));
    expect(await standing()).toEqual([{ ready: true }]);
  });
});

it('what lies at a dock holds up no other flight of it', async () => {
  const at = await prepared();
  heard(at);
  const flightOID = await otherStart(at, 'failed');
  expect(await start(at, { flightOID })).toMatchObject({ status: 200 });
});
