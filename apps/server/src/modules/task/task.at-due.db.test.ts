import { limits, taskCalls, type TaskRecord } from '@eyrie/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { draftScheduledStart } from '../command/index.ts';
import { cancelWaiting, keepCondition } from '../flight/index.ts';
import { createTask, type Launch, type TaskRoom } from './index.ts';
import { claimDock, clearTasks } from './task.clear.fixture.ts';

const { arrangeAhead, launchWithin } = limits.task;
const hour = 3_600_000;

/** One server with its own scheduler; both are on one database and one clock. */
interface Scheduler {
  task: TaskRoom;
  launch: Launch;
}
let rooms: TestRooms;
let flights: TestFlights;
let operator: string;
let arrangement: { routeOID: string; dockOID: string };
let both: readonly [Scheduler, Scheduler];

const createScheduler = (): Scheduler => {
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
    blockedBy: async () => [],
    otherDocks: async () => [],
  });
  return { task, launch };
};

beforeAll(async () => {
  rooms = await createTestRooms();
  flights = createTestFlights(rooms.runtime);
  await rooms.seed('gamma', ['operator'], 'Flug-4711!');
  arrangement = {
    routeOID: await flights.route('gamma-operator'),
    dockOID: await flights.dock('gamma-operator'),
  };
  operator = await rooms.tokenOf('gamma-operator');
  both = [createScheduler(), createScheduler()];
});
afterAll(() => rooms.close());

const call = async <T>(declaration: Parameters<TestRooms['call']>[0], request: unknown): Promise<T> =>
  (await rooms.call(declaration, request, { token: operator, extra: both[0].task.endpoints })).data as T;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const timing = (from: string) => ({
  type: 'repeat' as const,
  schedule: {
    timeZone: 'UTC',
    frequency: 'day' as const,
    from,
    time: '00:00',
    window: { until: '23:55', everyMinutes: 5 },
  },
  arrangement: { ...arrangement, returnAltitude: 100, lostAction: 'return', clarity: 'hd' },
});

/** What a person does to a task; each answers once it is stored. */
const actions = {
  pause: ({ oid }: TaskRecord) => call(taskCalls.pauseTask, { oid, reason: 'storm' }),
  remove: ({ oid }: TaskRecord) => call(taskCalls.remove, { oids: [oid] }),
  edit: ({ oid, version }: TaskRecord) =>
    call(taskCalls.edit, { oid, version, name: 'patrol', ...timing(dayOf(rooms.clock.wall() + 48 * hour)) }),
} as const;
type Action = keyof typeof actions;

/** A task whose first run has its flight, with the clock so many ms from when that is due. */
const nearDue = async (offset: number): Promise<TaskRecord> => {
  const { clock } = rooms;
  await clearTasks(rooms);
  await claimDock(rooms, arrangement.dockOID);
  const made = await call<TaskRecord>(taskCalls.add, { name: 'patrol', ...timing(dayOf(clock.wall())) });
  const dueAt = made.nextRun?.at ?? 0;
  clock.move(dueAt - arrangeAhead - clock.wall());
  await both[0].launch.arrange();
  clock.move(dueAt + offset - clock.wall());
  return made;
};

/** What stands of the flight of the run: its run, the flight itself, and starts that were ordered. */
const outcome = async () => {
  const { rows } = await sql<{ run: string | null; flight: string; starts: number }>`select run.state as run,
      concat_ws(' ', flight.state, flight.outcome) as flight,
      (select count(*)::int from command where command.flight_oid = flight.oid) as starts
    from flight left join task_occurrence run on run.flight_oid = flight.oid`.execute(rooms.db);
  return rows;
};
const flown = [{ run: 'launching', flight: 'created', starts: 1 }];
/** What was not due yet is taken back whole; what was due stays in the calendar as cancelled. */
const takenBack = [{ run: null, flight: 'over cancelled', starts: 0 }];
const cancelled = [{ run: 'cancelled', flight: 'over cancelled', starts: 0 }];
const isOneOf = (found: unknown, allowed: readonly unknown[]): boolean =>
  allowed.some((one) => JSON.stringify(one) === JSON.stringify(found));

/** Both schedulers look, again and again until nothing could be in time any more. */
const runBoth = async (): Promise<void> => {
  for (const step of [0, 60, launchWithin]) {
    rooms.clock.move(step);
    await Promise.all(both.flatMap(({ task, launch }) => [launch.launch(), task.schedule.pass()]));
  }
};

describe('a change at the instant at which a run is due, against two schedulers', () => {
  it.each(['pause', 'edit'] as const)('%s before it is due takes it back', async (action) => {
    const made = await nearDue(-1);
    await actions[action](made);
    await runBoth();
    expect(await outcome()).toEqual(takenBack);
  });

  it('a task whose flight waits is not deleted: that is refused, and the run flies', async () => {
    const made = await nearDue(-1);
    expect(await reasonOf(actions.remove(made))).toBe('inUse');
    await runBoth();
    expect(await outcome()).toMatchObject([{ starts: 1 }]);
  });

  it.each(['pause', 'remove', 'edit'] as const)(
    '%s after it was launched leaves it to fly',
    async (action) => {
      const made = await nearDue(0);
      await Promise.all(both.map(({ launch }) => launch.launch()));
      await actions[action](made).catch(() => undefined);
      expect(await outcome()).toEqual(flown);
    },
  );

  it(
    'ends flown once or cancelled, and what stands at its answer stays so',
    { timeout: 120_000 },
    async () => {
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom<Action>('pause', 'remove', 'edit'),
          fc.integer({ min: -50, max: 50 }),
          fc.shuffledSubarray(['action', 'first', 'second'] as const, { minLength: 3 }),
          async (action, offset, order) => {
            const made = await nearDue(offset);
            const act = async (): Promise<string> => reasonOf(actions[action](made));
            const ofScheduler = async (at: 0 | 1): Promise<string> => reasonOf(both[at].launch.launch());
            const steps = { action: act, first: () => ofScheduler(0), second: () => ofScheduler(1) };
            // They begin in this order, and none waits for another.
            const answers = await Promise.all(order.map((step) => steps[step]()));
            const answer = answers[order.indexOf('action')];
            const atOnce = await outcome();
            await runBoth();
            const after = await outcome();
            // One flight, whatever happened, and never a second start of it.
            expect(after).toHaveLength(1);
            if (answer === 'done') {
              expect(isOneOf(atOnce, offset < 0 ? [takenBack] : [flown, cancelled])).toBe(true);
              expect(after[0]?.starts).toBe(atOnce[0]?.starts);
              if (atOnce[0]?.starts === 0) expect(after).toEqual(atOnce);
              seen.add(atOnce[0]?.run ?? 'taken back');
            } else {
              // What is refused changes nothing: the run flies.
              expect(answer).toBe('inUse');
              expect(after[0]?.starts).toBe(1);
              seen.add('refused');
            }
          },
        ),
        { numRuns: 40 },
      );
      // Which of the two was quicker on the instant itself is not for the test to say; without both nothing was raced.
      expect([...seen]).toEqual(expect.arrayContaining(['refused', 'taken back']));
      expect([...seen].some((end) => end === 'launching' || end === 'cancelled')).toBe(true);
    },
  );
});
