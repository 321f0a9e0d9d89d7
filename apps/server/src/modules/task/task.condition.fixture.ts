import { limits, taskCalls, type GateItemName, type OccurrenceRecord, type TaskRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { draftScheduledStart } from '../command/index.ts';
import { cancelWaiting, createConditionPass, keepCondition, storeReady } from '../flight/index.ts';
import { createTask, type Launch, type TaskRoom } from './index.ts';
import { claimDock, clearTasks } from './task.clear.fixture.ts';

const { arrangeAhead } = limits.task;
export const minute = 60_000;
/** Minutes for which a run waits. */
export const window = 10;

/** One server; both are on one database and one clock. */
interface Server {
  task: TaskRoom;
  launch: Launch;
  conditions(): Promise<void>;
}
interface ConditionWorld {
  rooms: TestRooms;
  flights: TestFlights;
  /** The token of the operator. */
  operator: string;
  arrangement: { routeOID: string; dockOID: string };
  both: readonly [Server, Server];
  /** What keeps the flight of its dock on the ground. */
  blocking: readonly GateItemName[];
}

const createServer = (world: ConditionWorld): Server => {
  const { audit, department, runtime } = world.rooms;
  const task = createTask(runtime, {
    audit,
    department,
    cancelFlights: cancelWaiting,
    notifyRuns: async () => undefined,
  });
  const launch = task.launchBy({
    keepCondition,
    arrangeFlight: ({ taskOID }) => world.flights.flight('gamma-operator', { taskOID, ...world.arrangement }),
    draftStart: (trx, start) => draftScheduledStart(runtime, trx, start),
    blockedBy: async () => world.blocking,
    otherDocks: async () => {
      throw new Error('a run that waits for a condition seeks no other dock');
    },
  });
  return { task, launch, conditions: createConditionPass(runtime) };
};

const clear = async (world: ConditionWorld): Promise<void> => {
  // The clock moves past the end of a session.
  world.operator = await world.rooms.tokenOf('gamma-operator');
  world.blocking = [];
  await clearTasks(world.rooms);
  await claimDock(world.rooms, world.arrangement.dockOID, 48 * 60 * minute);
};

const prepare = (world: ConditionWorld): void => {
  beforeAll(async () => {
    world.rooms = await createTestRooms();
    world.flights = createTestFlights(world.rooms.runtime);
    await world.rooms.seed('gamma', ['operator'], 'Flug-4711!');
    world.arrangement = {
      routeOID: await world.flights.route('gamma-operator'),
      dockOID: await world.flights.dock('gamma-operator'),
    };
    world.both = [createServer(world), createServer(world)];
  });
  afterAll(() => world.rooms.close());
  beforeEach(() => clear(world));
};

/** What people ask for, of the first of both servers. */
const callsOf = (world: ConditionWorld) => {
  const ask = (declaration: Parameters<TestRooms['call']>[0], request: unknown) => {
    const [{ task }] = world.both;
    const extra = [...task.endpoints, ...task.changesBy({ checkFlight: async () => undefined })];
    return world.rooms.call(declaration, request, { token: world.operator, extra });
  };
  const call = async <T>(declaration: Parameters<TestRooms['call']>[0], request: unknown): Promise<T> =>
    (await ask(declaration, request)).data as T;
  /** A task that flies every quarter of an hour once its battery has 90 %. */
  const given = (part: Record<string, unknown> = {}) => ({
    name: 'patrol',
    type: 'repeat',
    schedule: {
      timeZone: 'UTC',
      frequency: 'day',
      from: new Date(world.rooms.clock.wall()).toISOString().slice(0, 10),
      time: '00:00',
      window: { until: '23:55', everyMinutes: 15 },
    },
    arrangement: {
      ...world.arrangement,
      returnAltitude: 100,
      lostAction: 'return',
      clarity: 'hd',
      condition: { battery: 90, minutes: window },
      ...part,
    },
  });
  const firstRun = async ({ oid }: { oid: string }): Promise<OccurrenceRecord | undefined> =>
    (await call<{ list: OccurrenceRecord[] }>(taskCalls.occurrences, { oid })).list.at(-1);
  return { ask, call, given, firstRun };
};

/** What stands in the database, and what the gateway and the dock make of it. */
const rowsOf = (world: ConditionWorld) => ({
  async orders(): Promise<string[]> {
    const { rows } = await sql<{ order: string }>`select concat_ws(' ', method, state) as order from command
      order by created_at, oid`.execute(world.rooms.db);
    return rows.map(({ order }) => order);
  },
  /** What the gateway makes of orders that wait for it. */
  async answer(state: string, code = 0): Promise<void> {
    await sql`update command set state = ${state}, ack_code = ${code} where state = 'drafted'`.execute(
      world.rooms.db,
    );
  },
  /** Its gateway refuses to start, for these items of its verdict, before anything leaves. */
  async refuseStart(items: string): Promise<void> {
    await sql`update command set state = 'failed', reason = 'gateBlocked', detail = ${JSON.stringify({ items })}
      where state = 'drafted' and method = 'startJob'`.execute(world.rooms.db);
  },
  async ready(): Promise<void> {
    const { rows } = await sql<{ oid: string }>`select oid from flight`.execute(world.rooms.db);
    const oids = rows.map(({ oid }) => oid);
    await storeReady(world.rooms.db, world.arrangement.dockOID, oids, new Date(world.rooms.clock.wall()));
  },
  async standing(): Promise<string[]> {
    const { rows } = await sql<{ standing: string }>`select case when closed_at is not null then 'closed'
        when ready_at is not null then 'ready' when prepared_at is not null then 'prepared' else 'kept' end as standing
      from flight_condition`.execute(world.rooms.db);
    return rows.map((row) => row.standing);
  },
});

/** A dock that a gateway has, two servers, and tasks whose runs wait for a condition. */
export const conditionWorld = () => {
  const world = { blocking: [] } as Partial<ConditionWorld> as ConditionWorld;
  prepare(world);
  const asked = callsOf(world);
  const rows = rowsOf(world);
  const at = (moment: number): void => world.rooms.clock.move(moment - world.rooms.clock.wall());
  /** A task whose next run has its flight, a minute before it is due. */
  const arranged = async (
    part: Parameters<typeof asked.given>[0] = {},
  ): Promise<TaskRecord & { dueAt: number }> => {
    const made = await asked.call<TaskRecord>(taskCalls.add, asked.given(part));
    const dueAt = made.nextRun?.at ?? 0;
    at(dueAt - arrangeAhead);
    await world.both[0].launch.arrange();
    return { ...made, dueAt };
  };
  /** All at once, and then one after the other: what a server finds held by another one it looks at again. */
  const everyServer = async (): Promise<void> => {
    await Promise.all(world.both.flatMap(({ launch, conditions }) => [launch.launch(), conditions()]));
    for (const { launch, conditions } of world.both) {
      await launch.launch();
      await conditions();
    }
  };
  /** The dock has it. */
  const prepared = async () => {
    const made = await arranged();
    await everyServer();
    await rows.answer('succeeded');
    await everyServer();
    return made;
  };
  return { world, clear: () => clear(world), at, arranged, everyServer, prepared, ...asked, ...rows };
};
