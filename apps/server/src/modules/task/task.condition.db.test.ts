import { limits, taskCalls, type GateItemName, type OccurrenceRecord, type TaskRecord } from '@eyrie/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { draftScheduledStart } from '../command/index.ts';
import { cancelWaiting, createConditionPass, keepCondition, storeReady } from '../flight/index.ts';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import { createTask, endRestoredRuns, type Launch, type TaskRoom } from './index.ts';

const { arrangeAhead, condition: limit } = limits.task;
const minute = 60_000;
const window = 10;

/** One server; both are on one database and one clock. */
interface Server {
  task: TaskRoom;
  launch: Launch;
  conditions(): Promise<void>;
}
let rooms: TestRooms;
let flights: TestFlights;
let operator: string;
let arrangement: { routeOID: string; dockOID: string };
let both: readonly [Server, Server];
/** What keeps the flight of its dock on the ground. */
let blocking: readonly GateItemName[] = [];

const createServer = (): Server => {
  const { audit, department, runtime } = rooms;
  const task = createTask(runtime, {
    audit,
    department,
    cancelFlights: cancelWaiting,
    notifyRuns: async () => undefined,
  });
  const launch = task.launchBy({
    keepCondition,
    arrangeFlight: ({ taskOID }) => flights.flight('gamma-operator', { taskOID, ...arrangement }),
    draftStart: (trx, start) => draftScheduledStart(runtime, trx, start),
    blockedBy: async () => blocking,
    otherDocks: async () => {
      throw new Error('a run that waits for a condition seeks no other dock');
    },
  });
  return { task, launch, conditions: createConditionPass(runtime) };
};

beforeAll(async () => {
  rooms = await createTestRooms();
  flights = createTestFlights(rooms.runtime);
  await rooms.seed('gamma', ['operator'], 'Flug-4711!');
  arrangement = {
    routeOID: await flights.route('gamma-operator'),
    dockOID: await flights.dock('gamma-operator'),
  };
  both = [createServer(), createServer()];
});
afterAll(() => rooms.close());

const clear = async (): Promise<void> => {
  // The clock moves past the end of a session.
  operator = await rooms.tokenOf('gamma-operator');
  blocking = [];
  for (const table of ['command', 'task_occurrence', 'flight', 'task_exception', 'task', 'gateway_claim'])
    await sql`delete from ${sql.table(table)}`.execute(rooms.db);
  await sql`insert into gateway_claim (dock_oid, instance_id, fence, expires_at)
    values (${arrangement.dockOID}::uuid, 'test', 1, ${new Date(rooms.clock.wall() + 48 * 60 * minute)})`.execute(
    rooms.db,
  );
};
beforeEach(clear);

const ask = async (declaration: Parameters<TestRooms['call']>[0], request: unknown) =>
  rooms.call(declaration, request, {
    token: operator,
    extra: [...both[0].task.endpoints, ...both[0].task.changesBy({ checkFlight: async () => undefined })],
  });
const call = async <T>(declaration: Parameters<TestRooms['call']>[0], request: unknown): Promise<T> =>
  (await ask(declaration, request)).data as T;

const given = (part: Record<string, unknown> = {}) => ({
  name: 'patrol',
  type: 'repeat',
  schedule: {
    timeZone: 'UTC',
    frequency: 'day',
    from: new Date(rooms.clock.wall()).toISOString().slice(0, 10),
    time: '00:00',
    window: { until: '23:55', everyMinutes: 15 },
  },
  arrangement: {
    ...arrangement,
    returnAltitude: 100,
    lostAction: 'return',
    clarity: 'hd',
    condition: { battery: 90, minutes: window },
    ...part,
  },
});

const at = (moment: number): void => rooms.clock.move(moment - rooms.clock.wall());
/** A task whose next run has its flight, a minute before it is due. */
const arranged = async (part: Parameters<typeof given>[0] = {}): Promise<TaskRecord & { dueAt: number }> => {
  const made = await call<TaskRecord>(taskCalls.add, given(part));
  const dueAt = made.nextRun?.at ?? 0;
  at(dueAt - arrangeAhead);
  await both[0].launch.arrange();
  return { ...made, dueAt };
};
/** All at once, and then one after the other: what a server finds held by another one it looks at again. */
const everyServer = async (): Promise<void> => {
  await Promise.all(both.flatMap(({ launch, conditions }) => [launch.launch(), conditions()]));
  for (const { launch, conditions } of both) {
    await launch.launch();
    await conditions();
  }
};
const orders = async (): Promise<string[]> => {
  const { rows } = await sql<{ order: string }>`select concat_ws(' ', method, state) as order from command
    order by created_at, oid`.execute(rooms.db);
  return rows.map(({ order }) => order);
};
/** What the gateway makes of orders that wait for it. */
const answer = async (state: string, code = 0): Promise<void> => {
  await sql`update command set state = ${state}, ack_code = ${code} where state = 'drafted'`.execute(
    rooms.db,
  );
};
/** Its gateway refuses to start, for these items of its verdict, before anything leaves. */
const refuseStart = async (items: string): Promise<void> => {
  await sql`update command set state = 'failed', reason = 'gateBlocked', detail = ${JSON.stringify({ items })}
    where state = 'drafted' and method = 'startJob'`.execute(rooms.db);
};
const ready = async (): Promise<void> => {
  const { rows } = await sql<{ oid: string }>`select oid from flight`.execute(rooms.db);
  const oids = rows.map(({ oid }) => oid);
  await storeReady(rooms.db, arrangement.dockOID, oids, new Date(rooms.clock.wall()));
};
const firstRun = async ({ oid }: { oid: string }): Promise<OccurrenceRecord | undefined> =>
  (await call<{ list: OccurrenceRecord[] }>(taskCalls.occurrences, { oid })).list.at(-1);
/** It is due, and was found to wait. */
const awaited = async (made: { oid: string; dueAt: number }): Promise<void> => {
  at(made.dueAt);
  await everyServer();
  expect((await firstRun(made))?.reason).toBe('awaitsCondition');
};
const standing = async () => {
  const { rows } = await sql<{ standing: string }>`select case when closed_at is not null then 'closed'
      when ready_at is not null then 'ready' when prepared_at is not null then 'prepared' else 'kept' end as standing
    from flight_condition`.execute(rooms.db);
  return rows.map((row) => row.standing);
};
/** The dock has it. */
const prepared = async () => {
  const made = await arranged();
  await everyServer();
  await answer('succeeded');
  await everyServer();
  return made;
};

describe('a run that waits for its condition', () => {
  it('is prepared ahead once by two servers, and nothing starts before its dock reports', async () => {
    const made = await arranged();
    await everyServer();
    expect(await orders()).toEqual(['prepareJob drafted']);
    await answer('succeeded');
    await everyServer();
    expect(await standing()).toEqual(['prepared']);
    at(made.dueAt + 5 * minute);
    await everyServer();
    await both[0].task.schedule.pass();
    expect(await orders()).toEqual(['prepareJob succeeded']);
    const run = await firstRun(made);
    expect(run).toMatchObject({ state: 'planned', reason: 'awaitsCondition' });
    expect(run?.message).toContain('90');
    // Nothing is wrong with it.
    expect(await call(taskCalls.get, { oid: made.oid })).toMatchObject({ nextRun: { atRisk: false } });
  });

  it('is started once when its dock is ready, by the order of every start, and says how late', async () => {
    const made = await prepared();
    at(made.dueAt + 3 * minute);
    await everyServer();
    await ready();
    await everyServer();
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'startJob drafted']);
    await answer('accepted');
    await sql`update flight set state = 'inFlight', start_time = ${new Date(rooms.clock.wall())}`.execute(
      rooms.db,
    );
    await everyServer();
    expect(await firstRun(made)).toMatchObject({ state: 'launched', reason: 'metCondition' });
    expect((await firstRun(made))?.message).toContain('3');
    expect(await standing()).toEqual(['closed']);
  });

  it('that is ready before its time begins when it is due', async () => {
    const made = await prepared();
    await ready();
    at(made.dueAt - 1);
    await everyServer();
    expect(await orders()).toHaveLength(1);
    at(made.dueAt);
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'startJob drafted']);
  });

  it('waits within its window as well where its dock is ready and then busy', async () => {
    const made = await prepared();
    await ready();
    blocking = ['battery'];
    at(made.dueAt);
    await everyServer();
    expect(await firstRun(made)).toMatchObject({ state: 'planned', reason: 'dockBusy' });
    blocking = [];
    at(made.dueAt + 8 * minute);
    await everyServer();
    expect(await orders()).toContain('startJob drafted');
  });

  it('waits within its window where another flight is nearby, and begins once when that is gone', async () => {
    const made = await prepared();
    await ready();
    blocking = ['neighbours'];
    at(made.dueAt);
    await everyServer();
    expect(await firstRun(made)).toMatchObject({
      state: 'planned',
      reason: 'flightNear',
      message: 'Another flight was nearby',
    });
    at(made.dueAt + 5 * minute);
    await everyServer();
    await both[0].task.schedule.pass();
    expect(await orders()).toEqual(['prepareJob succeeded']);
    blocking = [];
    rooms.clock.move(limits.task.queue.again);
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'startJob drafted']);
  });

  it.each([
    ['neighbours', 'flightNear'],
    ['wind, neighbours', 'flightNear'],
    ['battery, neighbours', 'dockBusy'],
  ])('waits as well where its gateway finds %s when it is to start', async (items, reason) => {
    const made = await prepared();
    await ready();
    at(made.dueAt);
    await everyServer();
    await refuseStart(items);
    await everyServer();
    expect(await firstRun(made)).toMatchObject({ state: 'planned', reason });
    expect(await orders()).toEqual(['prepareJob succeeded', 'startJob failed']);
    rooms.clock.move(limits.task.queue.again);
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'startJob failed', 'startJob drafted']);
    at(made.dueAt + window * minute + 1);
    await refuseStart(items);
    await everyServer();
    // Its window is over.
    expect(await firstRun(made)).toMatchObject({ state: 'missed', reason: 'gateBlocked' });
  });

  it.each(['wind', 'emergencyStop, rain'])('is missed where its gateway finds %s', async (items) => {
    const made = await prepared();
    await ready();
    at(made.dueAt);
    await everyServer();
    await refuseStart(items);
    await everyServer();
    expect(await firstRun(made)).toMatchObject({ state: 'missed', reason: 'gateBlocked' });
    expect(await orders()).toEqual(['prepareJob succeeded', 'startJob failed', 'undoJob drafted']);
  });

  it('is missed for the flight nearby where that stays until its window ends', async () => {
    const made = await prepared();
    await ready();
    blocking = ['neighbours'];
    at(made.dueAt);
    await everyServer();
    at(made.dueAt + window * minute + 1);
    await everyServer();
    await both[0].task.schedule.pass();
    expect(await firstRun(made)).toMatchObject({ state: 'missed', reason: 'flightNear' });
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'undoJob drafted']);
  });

  it('does not wait for what does not pass by itself', async () => {
    const made = await prepared();
    await ready();
    blocking = ['wind'];
    at(made.dueAt);
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'startJob drafted']);
  });

  it('is missed with its reason when its window ends, and what lies at its dock is taken back once', async () => {
    const made = await prepared();
    await awaited(made);
    at(made.dueAt + window * minute);
    await both[0].task.schedule.pass();
    expect(await firstRun(made)).toMatchObject({ state: 'planned' });
    at(made.dueAt + window * minute + 1);
    await Promise.all(both.map(({ task }) => task.schedule.pass()));
    expect(await firstRun(made)).toMatchObject({ state: 'missed', reason: 'conditionUnmet' });
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'undoJob drafted']);
    // Its report comes too late.
    await ready();
    await answer('succeeded');
    await everyServer();
    expect(await standing()).toEqual(['closed']);
    expect(await orders()).toEqual(['prepareJob succeeded', 'undoJob succeeded']);
  });

  it('of a dock that refuses to take it is asked again after a while, and missed with its code', async () => {
    const made = await arranged();
    await everyServer();
    await answer('rejected', 319_016);
    rooms.clock.move(limit.again - 1);
    await everyServer();
    expect(await orders()).toEqual(['prepareJob rejected']);
    rooms.clock.move(1);
    await everyServer();
    expect(await orders()).toEqual(['prepareJob rejected', 'prepareJob drafted']);
    await answer('rejected', 319_016);
    await awaited(made);
    await answer('rejected', 319_016);
    at(made.dueAt + window * minute + 1);
    await both[1].task.schedule.pass();
    const run = await firstRun(made);
    expect(run).toMatchObject({ state: 'missed', reason: 'conditionRefused' });
    expect(run?.message).toContain('319016');
    await everyServer();
    expect(await orders()).not.toContain('undoJob drafted');
  });

  it('of a dock that keeps refusing is asked ever less often until its window ends, and no more then', async () => {
    const minutes = 15;
    const made = await arranged({ condition: { battery: 90, minutes } });
    await everyServer();
    const doubled = [1, 2, 4, 8, 16].map((times) => times * limit.again);
    for (const pause of [...doubled, limit.againMost]) {
      await answer('rejected', 319_016);
      rooms.clock.move(pause - 1);
      await everyServer();
      expect(await orders()).not.toContain('prepareJob drafted');
      rooms.clock.move(1);
      await everyServer();
      expect((await orders()).filter((order) => order === 'prepareJob drafted')).toHaveLength(1);
    }
    await answer('rejected', 319_016);
    at(made.dueAt + minutes * minute + 1);
    await everyServer();
    await both[1].task.schedule.pass();
    await everyServer();
    expect(await orders()).toEqual(Array.from({ length: 7 }, () => 'prepareJob rejected'));
    expect(await firstRun(made)).toMatchObject({ state: 'missed', reason: 'conditionRefused' });
  });
});

it('a run that waited when a backup was made and restored is missed, whatever its dock reports then', async () => {
  const made = await prepared();
  await awaited(made);
  at(made.dueAt + minute);
  await endRestoredRuns(rooms.db, new Date(rooms.clock.wall()));
  await ready();
  await everyServer();
  await both[0].task.schedule.pass();
  expect(await firstRun(made)).toMatchObject({ state: 'missed', reason: 'late' });
  await everyServer();
  expect(await orders()).toEqual(['prepareJob succeeded', 'undoJob drafted']);
});

describe('what lies at a dock', () => {
  it.each(['pause', 'edit', 'cancel'] as const)('is taken back by a %s within the window', async (action) => {
    const made = await prepared();
    await awaited(made);
    at(made.dueAt + minute);
    const { oid } = made;
    if (action === 'pause') await call(taskCalls.pauseTask, { oid, reason: 'storm' });
    else if (action === 'cancel')
      await call(taskCalls.cancelRun, { oid, wall: (await firstRun(made))?.wall, reason: 'storm' });
    else
      await call(taskCalls.edit, {
        oid: made.oid,
        version: made.version,
        ...given({ condition: undefined }),
      });
    expect((await firstRun(made))?.state).toBe('cancelled');
    await ready();
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'undoJob drafted']);
  });

  it('is taken back where the task is paused before the run is due', async () => {
    const made = await prepared();
    await call(taskCalls.pauseTask, { oid: made.oid, reason: 'storm' });
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'undoJob drafted']);
  });

  it('is asked for ever less often where its dock does not answer', async () => {
    const made = await prepared();
    await call(taskCalls.pauseTask, { oid: made.oid, reason: 'storm' });
    await everyServer();
    for (const times of [1, 2, 4]) {
      await answer('unknown');
      rooms.clock.move(times * limit.again - 1);
      await everyServer();
      expect(await orders()).not.toContain('undoJob drafted');
      rooms.clock.move(1);
      await everyServer();
      expect(await orders()).toContain('undoJob drafted');
    }
    await answer('succeeded');
    await everyServer();
    expect(await standing()).toEqual(['closed']);
  });

  it('is taken back as soon as its gateway is there again', async () => {
    const made = await prepared();
    await sql`update gateway_claim set expires_at = ${new Date(rooms.clock.wall() - 1)}`.execute(rooms.db);
    await call(taskCalls.pauseTask, { oid: made.oid, reason: 'storm' });
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded']);
    await sql`update gateway_claim set expires_at = ${new Date(rooms.clock.wall() + minute)}`.execute(
      rooms.db,
    );
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'undoJob drafted']);
  });
});

describe('a condition that cannot be kept', () => {
  it.each([
    [{ condition: { battery: 29, minutes: 5 } }, 'condition.battery'],
    [{ condition: { battery: 101, minutes: 5 } }, 'condition.battery'],
    [{ condition: { battery: 90, minutes: 0 } }, 'condition.minutes'],
    [{ condition: { battery: 90, minutes: 16 } }, 'condition.minutes'],
    [{ condition: { battery: 90, minutes: 5, storage: 0 } }, 'condition.storage'],
    [{ busyDock: 'wait' }, 'busyDock'],
  ])('%j is refused by its field', async (part, field) => {
    const refused = await refusalOf(ask(taskCalls.add, given(part)));
    expect(refused).toMatchObject({ reason: 'invalid', status: 422 });
    expect(JSON.stringify(refused?.details)).toContain(field);
  });

  it('is refused for a dock of the open contract', async () => {
    await sql`update dock set vendor = 'own' where oid = ${arrangement.dockOID}::uuid`.execute(rooms.db);
    const refused = await reasonOf(ask(taskCalls.add, given()));
    const free = await reasonOf(ask(taskCalls.add, given({ condition: undefined })));
    await sql`update dock set vendor = 'DJI' where oid = ${arrangement.dockOID}::uuid`.execute(rooms.db);
    expect(refused).toBe('conditionDock');
    expect(free).toBe('done');
  });
});

it(
  'two servers start it at most once, never unready, and leave nothing at its dock',
  { timeout: 120_000 },
  async () => {
    const moves = ['tick', 'pass', 'ready', 'taken', 'lost', 'pause', 'wait'] as const;
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...moves), { minLength: 3, maxLength: 12 }),
        async (steps) => {
          await clear();
          const made = await arranged();
          let reported = false;
          const does: Record<(typeof moves)[number], () => Promise<unknown>> = {
            tick: everyServer,
            pass: () => Promise.all(both.map(({ task }) => task.schedule.pass())),
            ready: async () => {
              await ready();
              reported = (await standing()).includes('ready') || reported;
            },
            taken: () =>
              sql`update command set state = 'succeeded' where method <> 'startJob'
          and state = 'drafted'`.execute(rooms.db),
            lost: () =>
              sql`update command set state = 'unknown' where method <> 'startJob'
          and state = 'drafted'`.execute(rooms.db),
            pause: () => reasonOf(ask(taskCalls.pauseTask, { oid: made.oid, reason: 'storm' })),
            wait: async () => rooms.clock.move(2 * minute),
          };
          for (const step of steps) await does[step]();
          const starts = (await orders()).filter((order) => order.startsWith('startJob'));
          expect(starts.length).toBeLessThanOrEqual(1);
          if (!reported) expect(starts).toEqual([]);
          // It comes no more where it was not started: both go on until nothing is left.
          await does.pause();
          for (let turn = 0; turn < 4; turn += 1) {
            rooms.clock.move(limit.againMost);
            await does.tick();
            await does.taken();
          }
          await does.tick();
          if (starts.length === 0) {
            const lay = (await orders()).some((order) => /^prepareJob (succeeded|unknown)/.test(order));
            expect(await standing()).toEqual(['closed']);
            expect((await orders()).includes('undoJob succeeded')).toBe(lay);
            seen.add(lay ? 'takenBack' : 'neverSent');
          } else seen.add('started');
        },
      ),
      { numRuns: 60 },
    );
    expect([...seen].toSorted()).toEqual(['neverSent', 'started', 'takenBack']);
  },
);
