import {
  limits,
  taskCalls,
  type CalendarRun,
  type OccurrenceRecord,
  type ResponseOf,
  type TaskRecord,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { draftScheduledStart } from '../command/index.ts';
import { cancelWaiting, keepCondition } from '../flight/index.ts';
import { createTask, type Launch, type LookedAtRun, type TaskRoom } from './index.ts';
import { claimDock, clearTasks } from './task.clear.fixture.ts';

export let rooms: TestRooms;
export let task: TaskRoom;
export let launch: Launch;
export let flights: TestFlights;
export let operator: string;
export let arrangement: Record<string, unknown> & { routeOID: string; dockOID: string };
let endpoints: TaskRoom['endpoints'];
/** What the look ahead says of a run. */
export const ahead: { check: (run: LookedAtRun) => Promise<void> } = { check: async () => undefined };

export const minute = 60_000;
const hour = 60 * minute;
export const { arrangeAhead } = limits.task;

export async function openRunChanges(): Promise<void> {
  rooms = await createTestRooms();
  const { audit, department, runtime } = rooms;
  task = createTask(runtime, {
    audit,
    department,
    cancelFlights: cancelWaiting,
    notifyRuns: async () => undefined,
  });
  endpoints = [...task.endpoints, ...task.changesBy({ checkFlight: (run) => ahead.check(run) })];
  flights = createTestFlights(runtime);
  await rooms.seed('gamma', ['operator', 'leader'], 'Flug-4711!');
  await rooms.seed('omega', ['operator'], 'Flug-4711!');
  arrangement = {
    routeOID: await flights.route('gamma-operator'),
    dockOID: await flights.dock('gamma-operator'),
    returnAltitude: 100,
    lostAction: 'return',
    clarity: 'hd',
  };
  launch = task.launchBy({
    keepCondition,
    arrangeFlight: ({ taskOID }) => flights.flight('gamma-operator', { taskOID, ...arrangement }),
    draftStart: (trx, start) => draftScheduledStart(runtime, trx, start),
  });
}
export const closeRunChanges = (): Promise<void> => rooms.close();
/** Before each test: no task, and a new day at midnight. */
export async function beginRunChanges(): Promise<void> {
  await clearTasks(rooms);
  ahead.check = async () => undefined;
  operator = await rooms.tokenOf('gamma-operator');
  // The next whole hour, so that the runs of a test lie on one day.
  const midnight = 24 * hour - (rooms.clock.wall() % (24 * hour));
  rooms.clock.move(midnight);
  operator = await rooms.tokenOf('gamma-operator');
  await claimDock(rooms, arrangement.dockOID);
}

type Declaration = Parameters<TestRooms['call']>[0];
export const call = async <T = TaskRecord>(
  declaration: Declaration,
  request: unknown,
  token = operator,
): Promise<T> => (await rooms.call(declaration, request, { token, extra: endpoints })).data as T;
/** A time of today in UTC, on the clocks of the test; with a day added, of a later one. */
export const wall = (clock: string, later = 0): string =>
  `${new Date(rooms.clock.wall() + later * 24 * hour).toISOString().slice(0, 10)}T${clock}`;
export const atOf = (text: string): number => Date.parse(`${text}:00Z`);
export const moveTo = async (at: number): Promise<void> => {
  rooms.clock.move(at - rooms.clock.wall());
  operator = await rooms.tokenOf('gamma-operator');
};
/** Every hour from 08:00 to 11:00, every day. */
export const hourly = (part: object = {}) => ({
  timeZone: 'UTC',
  frequency: 'day',
  from: wall('', 0).slice(0, 10),
  time: '08:00',
  window: { until: '11:00', everyMinutes: 60 },
  ...part,
});
export const add = (part: object = {}, name = '巡检') =>
  call(taskCalls.add, { name, type: 'repeat', schedule: hourly(part), arrangement });
export const move = (oid: string, run: string, to: string, part: object = {}) =>
  call<ResponseOf<typeof taskCalls.moveRun>>(taskCalls.moveRun, { oid, wall: run, to, ...part });
export const cancel = (oid: string, run: string) =>
  call(taskCalls.cancelRun, { oid, wall: run, reason: '节日' });
export const restore = (oid: string, run: string) => call(taskCalls.restoreRun, { oid, wall: run });
export const runs = async (oid: string): Promise<OccurrenceRecord[]> =>
  (await call<{ list: OccurrenceRecord[] }>(taskCalls.occurrences, { oid })).list.toReversed();
export const states = async (oid: string): Promise<string[]> =>
  (await runs(oid)).map((run) => `${run.wall.slice(11)} ${run.state}`);
/** What the calendar shows of these days, expanded first. */
export const shown = async (days = 1): Promise<string[]> => {
  await task.calendar.pass();
  const from = wall('').slice(0, 10);
  const { list } = await call<{ list: { list: CalendarRun[] }[] }>(taskCalls.calendar, {
    from,
    days,
    timeZone: 'UTC',
  });
  return list
    .flatMap((one) => one.list)
    .map((run) => {
      const time = new Date(run.at).toISOString().slice(11, 16);
      return run.state === 'planned' ? time : `${time} ${run.state}`;
    });
};
/** When the next planned run is to be arranged: nothing happens before. */
export const nextStep = async (step: number): Promise<number> => {
  await task.schedule.pass();
  const { rows } = await sql<{ due: Date | null }>`select min(due_at) as due from task_occurrence
    where state = 'planned'`.execute(rooms.db);
  const idle = (rows[0]?.due?.getTime() ?? 0) - arrangeAhead - rooms.clock.wall();
  return Math.max(step, idle);
};
/** Lets time pass as servers do it: two at once, each start answered by the dock. */
export const flyTo = async (end: number, step = 20_000): Promise<void> => {
  while (rooms.clock.wall() < end) {
    rooms.clock.move(Math.min(await nextStep(step), Math.max(step, end - rooms.clock.wall())));
    await Promise.all([task.schedule.pass(), task.schedule.pass()]);
    await Promise.all([launch.arrange(), launch.arrange()]);
    await Promise.all([launch.launch(), launch.launch()]);
    await sql`update command set state = 'succeeded' where state = 'drafted'`.execute(rooms.db);
    await sql`update flight set state = 'over', outcome = 'done', start_time = now()
      where oid in (select flight_oid from command)`.execute(rooms.db);
  }
  operator = await rooms.tokenOf('gamma-operator');
};
/** When the orders to start were given, by the run of each. */
export const starts = async (): Promise<string[]> => {
  const { rows } = await sql<{ wall: string; at: Date }>`select task_occurrence.wall_time as wall,
      task_occurrence.decided_at as at, task_occurrence.due_at
    from command join task_occurrence on task_occurrence.oid::text = command.idempotency_key
    order by task_occurrence.due_at`.execute(rooms.db);
  return rows.map((row) => row.wall.slice(5));
};
export const signIn = async (): Promise<void> => {
  operator = await rooms.tokenOf('gamma-operator');
};
