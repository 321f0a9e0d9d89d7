import { limits, taskCalls, type GateItemName, type OccurrenceRecord, type TaskRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { draftScheduledStart } from '../command/index.ts';
import { cancelWaiting, keepCondition } from '../flight/index.ts';
import { createTask, type ComingRun, type Launch, type LookedAtRun, type TaskRoom } from './index.ts';
import { claimDock, clearTasks } from './task.clear.fixture.ts';

const { arrangeAhead } = limits.task;
export const minute = 60_000;

/** What tests of runs work with; what one of them sets for itself is as before for the next. */
interface LaunchWorld {
  rooms: TestRooms;
  task: TaskRoom;
  flights: TestFlights;
  /** The token of the operator. */
  operator: string;
  dockOID: string;
  arrangement: { routeOID: string; dockOID: string };
  /** Docks that could fly instead. */
  others: string[];
  starts: Launch;
  foresee(): Promise<void>;
  arrange(run: ComingRun): Promise<string>;
  check(run: LookedAtRun): Promise<void>;
  /** Runs that were arranged, and alarms of those that were missed. */
  readonly arranged: string[];
  readonly missed: string[];
  /** What keeps flights of docks on the ground. */
  readonly blocked: Map<string, GateItemName[]>;
}

/** A gateway speaks to the dock. */
const claim = ({ rooms, dockOID }: LaunchWorld): Promise<void> => claimDock(rooms, dockOID);

const prepare = (world: LaunchWorld): void => {
  beforeAll(async () => {
    world.rooms = await createTestRooms();
    const { audit, department, runtime } = world.rooms;
    world.task = createTask(runtime, {
      audit,
      department,
      cancelFlights: cancelWaiting,
      notifyRuns: async (_groupOID, kind, { name }) =>
        void world.missed.push(kind === 'taskMissed' ? name : kind),
    });
    world.starts = world.task.launchBy({
      keepCondition,
      arrangeFlight: (run) => world.arrange(run),
      draftStart: (trx, start) => draftScheduledStart(runtime, trx, start),
      blockedBy: async (_flightOID, at) => world.blocked.get(at) ?? [],
      otherDocks: async () => world.others,
    });
    world.foresee = world.task.foreseeBy({
      checkFlight: (run) => world.check(run),
    });
    world.flights = createTestFlights(runtime);
    await world.rooms.seed('gamma', ['operator', 'administrator'], 'Flug-4711!');
    world.dockOID = await world.flights.dock('gamma-operator');
    world.arrangement = { routeOID: await world.flights.route('gamma-operator'), dockOID: world.dockOID };
  });
  afterAll(() => world.rooms.close());
  beforeEach(async () => {
    await clearTasks(world.rooms);
    world.arranged.length = 0;
    world.missed.length = 0;
    world.blocked.clear();
    world.others = [];
    world.check = async () => undefined;
    world.operator = await world.rooms.tokenOf('gamma-operator');
    world.arrange = async ({ taskOID, oid }) => {
      world.arranged.push(oid);
      return world.flights.flight('gamma-operator', { taskOID, ...world.arrangement });
    };
    await claim(world);
  });
};

const helpersOf = (world: LaunchWorld) => {
  const call = async <T>(declaration: Parameters<TestRooms['call']>[0], request: unknown): Promise<T> =>
    (await world.rooms.call(declaration, request, { token: world.operator, extra: world.task.endpoints }))
      .data as T;
  /** A task that flies every five minutes of the day. */
  const addTask = (part: { busyDock?: string; busyMinutes?: number } = {}) => {
    const from = new Date(world.rooms.clock.wall()).toISOString().slice(0, 10);
    const window = { until: '23:55', everyMinutes: 5 };
    return call<TaskRecord>(taskCalls.add, {
      name: 'patrol',
      type: 'repeat',
      schedule: { timeZone: 'UTC', frequency: 'day', from, time: '00:00', window },
      arrangement: {
        ...world.arrangement,
        returnAltitude: 100,
        lostAction: 'return',
        clarity: 'hd',
        ...part,
      },
    });
  };
  const runs = async ({ oid }: { oid: string }): Promise<OccurrenceRecord[]> =>
    (await call<{ list: OccurrenceRecord[] }>(taskCalls.occurrences, { oid })).list.toReversed();
  const first = async (of: { oid: string }): Promise<OccurrenceRecord> => {
    const [run] = await runs(of);
    if (!run) throw new Error('no run');
    return run;
  };
  const commands = async () => {
    const { rows } = await sql<{
      oid: string;
      flight_oid: string;
      idempotency_key: string;
      issued_by: string;
    }>`
      select oid, flight_oid, idempotency_key, issued_by from command where method = 'startJob'`.execute(
      world.rooms.db,
    );
    return rows;
  };
  const setCommand = (state: string, part: { reason?: string; detail?: string } = {}): Promise<unknown> =>
    sql`update command set state = ${state}, reason = ${part.reason ?? null},
      detail = ${part.detail ?? null}`.execute(world.rooms.db);
  const flightStates = async (): Promise<string[]> => {
    const { rows } = await sql<{ state: string }>`select concat_ws(' ', state, outcome) as state from flight
      order by created_at`.execute(world.rooms.db);
    return rows.map(({ state }) => state);
  };
  return { call, addTask, runs, first, commands, setCommand, flightStates };
};

/** A dock that a gateway has, an operator, and tasks whose runs a test arranges and starts. */
export const launchWorld = () => {
  const world = { arranged: [], missed: [], blocked: new Map() } as Partial<LaunchWorld> as LaunchWorld;
  prepare(world);
  const { arranged, missed, blocked } = world;
  const helpers = helpersOf(world);
  const launch: Launch = { arrange: () => world.starts.arrange(), launch: () => world.starts.launch() };

  /** The first run of a new task with its flight arranged, a moment after it is due. */
  const dueTask = async (part: Parameters<typeof helpers.addTask>[0] = {}) => {
    const made = await helpers.addTask(part);
    const dueAt = made.nextRun?.at ?? 0;
    world.rooms.clock.move(dueAt - arrangeAhead - world.rooms.clock.wall());
    await launch.arrange();
    world.rooms.clock.move(dueAt + 1 - world.rooms.clock.wall());
    return made;
  };
  const launched = async () => {
    const made = await dueTask();
    await launch.launch();
    return made;
  };
  const foresee = () => world.foresee();
  const own = { claim: () => claim(world), launch, foresee, dueTask, launched };
  return { world, arranged, missed, blocked, ...own, ...helpers };
};
