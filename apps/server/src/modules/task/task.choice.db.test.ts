import { limits, taskCalls, type GateItemName, type OccurrenceRecord, type TaskRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { draftScheduledStart } from '../command/index.ts';
import { cancelWaiting, keepCondition } from '../flight/index.ts';
import { createTask, isScheduledStart, type ComingRun, type Launch, type TaskRoom } from './index.ts';
import { claimDock, clearTasks } from './task.clear.fixture.ts';

let rooms: TestRooms;
let task: TaskRoom;
let launch: Launch;
let flights: TestFlights;
let operator: string;
let dockOID: string;
let arrangement: { routeOID: string; dockOID: string };
let arrange: (run: ComingRun) => Promise<string>;
const blocked: GateItemName[] = [];
const missed: string[] = [];
const { arrangeAhead, choice, launchWithin } = limits.task;
const minute = 60_000;

beforeAll(async () => {
  rooms = await createTestRooms();
  const { audit, department, runtime } = rooms;
  task = createTask(runtime, {
    audit,
    department,
    cancelFlights: cancelWaiting,
    notifyRuns: async (_groupOID, _kind, { name }) => void missed.push(name),
  });
  launch = task.launchBy({
    keepCondition,
    arrangeFlight: (run) => arrange(run),
    draftStart: (trx, start) => draftScheduledStart(runtime, trx, start),
    blockedBy: async () => blocked,
    otherDocks: async () => [],
  });
  flights = createTestFlights(runtime);
  await rooms.seed('gamma', ['operator', 'administrator'], 'Flug-4711!');
  dockOID = await flights.dock('gamma-operator');
  arrangement = { routeOID: await flights.route('gamma-operator'), dockOID };
});
afterAll(() => rooms.close());
beforeEach(async () => {
  await clearTasks(rooms);
  blocked.length = 0;
  missed.length = 0;
  operator = await rooms.tokenOf('gamma-operator');
  arrange = ({ taskOID }) => flights.flight('gamma-operator', { taskOID, ...arrangement });
  await claimDock(rooms, dockOID, 48 * 60 * minute);
});

type Declaration = Parameters<TestRooms['call']>[0];
const ask = (declaration: Declaration, request: unknown, token = operator) =>
  rooms.call(declaration, request, { token, extra: task.endpoints });
const call = async <T>(declaration: Declaration, request: unknown): Promise<T> =>
  (await ask(declaration, request)).data as T;
/** A task that flies every `everyMinutes` of the day. */
const addTask = (everyMinutes = 60) =>
  call<TaskRecord>(taskCalls.add, {
    name: 'patrol',
    type: 'repeat',
    schedule: {
      timeZone: 'UTC',
      frequency: 'day',
      from: new Date(rooms.clock.wall()).toISOString().slice(0, 10),
      time: '00:00',
      window: { until: '23:55', everyMinutes },
    },
    arrangement: { ...arrangement, returnAltitude: 100, lostAction: 'return', clarity: 'hd' },
  });
/** The runs of a task, the first due first. */
const runs = async ({ oid }: { oid: string }): Promise<OccurrenceRecord[]> =>
  (await call<{ list: OccurrenceRecord[] }>(taskCalls.occurrences, { oid })).list.toReversed();
const first = async (of: { oid: string }): Promise<OccurrenceRecord> => {
  const [run] = await runs(of);
  if (!run) throw new Error('no run');
  return run;
};
const commands = async () =>
  (
    await sql<{ key: string; flight: string; issued_by: string }>`select idempotency_key as key,
      flight_oid as flight, issued_by from command where method = 'startJob' order by issued_at`.execute(
      rooms.db,
    )
  ).rows;
/** A task whose first run was missed, and the wall time of that run. */
const missedTask = async (everyMinutes?: number) => {
  const made = await addTask(everyMinutes);
  rooms.clock.move((made.nextRun?.at ?? 0) + launchWithin + 1 - rooms.clock.wall());
  await task.schedule.pass();
  const { state, wall } = await first(made);
  expect(state).toBe('missed');
  return { ...made, wall };
};
const choose = ({ oid, wall }: { oid: string; wall: string }, chosen: string, token = operator) =>
  ask(taskCalls.chooseRun, { oid, wall, choice: chosen }, token);
/** Why it was refused, and what the words of that name. */
const refused = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return { reason: error.reason, ...error.details.values };
    },
  );
const passes = async (): Promise<void> => {
  await launch.arrange();
  await launch.launch();
  await task.schedule.pass();
};

describe('a run that was missed', () => {
  it('flies now when somebody wants it, once, by the order of every run', async () => {
    const made = await missedTask();
    const chosen = await choose(made, 'now');
    expect(chosen.data).toMatchObject({
      choice: 'now',
      choiceUntil: rooms.clock.wall() + choice.nowWithin,
    });
    await Promise.all([launch.arrange(), launch.arrange()]);
    await Promise.all([launch.launch(), launch.launch(), launch.launch()]);
    const [start, ...others] = await commands();
    const run = await first(made);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ state: 'launching', choice: 'now', choiceUntil: null });
    expect(run.chosenBy).toEqual(expect.any(String));
    expect(start).toMatchObject({ flight: run.flightOID });
    const order = { key: start?.key ?? '', flightOID: run.flightOID, issuedBy: start?.issued_by ?? '' };
    expect(await isScheduledStart(rooms.db, order)).toBe(true);
    expect(await isScheduledStart(rooms.db, { ...order, key: run.oid })).toBe(false);

    // The next one of the task is planned as before, and this one ends as launched, with who let it fly.
    rooms.clock.move(minute);
    await sql`update flight set state = 'inFlight', start_time = ${new Date(rooms.clock.wall())}
      where oid = ${run.flightOID}::uuid`.execute(rooms.db);
    await passes();
    const after = await runs(made);
    expect(after.map(({ state }) => state)).toEqual(['launched', 'planned']);
    expect(after[0]).toMatchObject({ reason: 'chosenLater', message: expect.stringContaining('2') });
    expect(await refused(choose(made, 'now'))).toMatchObject({ reason: 'runChosen' });
    expect(await commands()).toHaveLength(1);
  });

  it('is chosen for once: of two people at once one wins, and the other reads who chose what', async () => {
    const made = await missedTask();
    const administrator = await rooms.tokenOf('gamma-administrator');
    const answers = await Promise.all(
      [
        choose(made, 'now'),
        choose(made, 'leave', administrator),
        choose(made, 'nextFree'),
        choose(made, 'now', administrator),
      ].map(refused),
    );
    const { chosenBy: name } = await first(made);
    const losers = answers.filter((one) => one !== null);
    expect(losers).toHaveLength(3);
    for (const one of losers) expect(one).toMatchObject({ reason: 'runChosen', name });
  });

  it('that was left stays missed, until the choice is taken back', async () => {
    const made = await missedTask();
    await choose(made, 'leave');
    await passes();
    expect(await first(made)).toMatchObject({ state: 'missed', reason: 'late', choice: 'leave' });
    const withdraw = () => call(taskCalls.withdrawChoice, { oid: made.oid, wall: made.wall });
    await withdraw();
    expect(await first(made)).toMatchObject({ state: 'missed', choice: null, chosenBy: null });
    expect(await refused(withdraw())).toEqual({ reason: 'runNotChosen' });
  });

  it('is missed again with its reason where it cannot start, and may be chosen for again', async () => {
    const made = await missedTask();
    await choose(made, 'now');
    const arranging = arrange;
    let tries = 0;
    arrange = async () => {
      tries += 1;
      throw new Refusal('deviceRetired', { values: { name: '北站' } });
    };
    await launch.arrange();
    await launch.arrange();
    expect(tries).toBe(1);
    rooms.clock.move(choice.nowWithin + 1);
    await passes();
    expect(await first(made)).toMatchObject({ state: 'missed', reason: 'deviceRetired', choice: null });
    expect(missed).toEqual(['patrol', 'patrol']);
    // An order that the dock refused is not its last word either, and is not what the next one finds.
    arrange = arranging;
    await choose(made, 'now');
    await passes();
    await sql`update command set state = 'rejected', reason = 'rejected'`.execute(rooms.db);
    await passes();
    expect(await first(made)).toMatchObject({ state: 'missed', reason: 'rejected', choice: null });
    await choose(made, 'now');
    await passes();
    expect(new Set((await commands()).map(({ key }) => key)).size).toBe(2);
    expect((await first(made)).state).toBe('launching');
  });

  it('waits for its dock, and is in the way of no other run of it', async () => {
    const made = await missedTask(10);
    blocked.push('dockIdle');
    await choose(made, 'nextFree');
    await passes();
    expect(await first(made)).toMatchObject({
      state: 'missed',
      choice: 'nextFree',
      reason: 'dockBusy',
      choiceUntil: expect.any(Number),
    });
    // The dock is free, and the next run of the task would come while it flies.
    blocked.length = 0;
    const dueAt = (await runs(made))[1]?.dueAt ?? 0;
    rooms.clock.move(dueAt - arrangeAhead - 1_000 - rooms.clock.wall());
    await passes();
    expect(await commands()).toEqual([]);
    await sql`update task_occurrence set state = 'cancelled', decided_at = now() where state = 'planned'`.execute(
      rooms.db,
    );
    await sql`update task set schedule_over = true`.execute(rooms.db);
    rooms.clock.move(limits.task.queue.again);
    await passes();
    expect(await commands()).toHaveLength(1);
  });

  it('does not fly when its task is paused, and is not wanted while it is', async () => {
    const made = await missedTask();
    await choose(made, 'nextFree');
    await launch.arrange();
    await call(taskCalls.pauseTask, { oid: made.oid, reason: 'storm' });
    await passes();
    expect(await first(made)).toMatchObject({ state: 'missed', choice: null, choiceUntil: null });
    const { rows } = await sql<{
      state: string;
    }>`select concat_ws(' ', state, outcome) as state from flight`.execute(rooms.db);
    expect(rows).toEqual([{ state: 'over cancelled' }]);
    expect(await refused(choose(made, 'now'))).toEqual({ reason: 'taskPaused' });
    expect(await commands()).toEqual([]);
  });

  it('is not chosen for where it was not missed, or flew by hand all the same', async () => {
    const made = await missedTask();
    const coming = (await runs(made))[1];
    expect(await refused(choose({ ...made, wall: coming?.wall ?? '' }, 'now'))).toEqual({
      reason: 'runNotMissed',
    });
    const flightOID = await flights.flight('gamma-operator', { taskOID: made.oid, ...arrangement });
    await sql`update flight set state = 'inFlight' where oid = ${flightOID}::uuid`.execute(rooms.db);
    await sql`update task_occurrence set flight_oid = ${flightOID}::uuid where state = 'missed'`.execute(
      rooms.db,
    );
    expect(await refused(choose(made, 'now'))).toEqual({ reason: 'runNotMissed' });
    await sql`update flight set state = 'over', start_time = now() where oid = ${flightOID}::uuid`.execute(
      rooms.db,
    );
    expect(await refused(choose(made, 'now'))).toEqual({ reason: 'runNotMissed' });
  });

  it('stands in the calendar with its choice', async () => {
    const made = await missedTask();
    await choose(made, 'nextFree');
    const from = made.wall.slice(0, 10);
    const shown = await call<{ list: { list: object[] }[] }>(taskCalls.calendar, {
      from,
      days: 1,
      timeZone: 'UTC',
      perDay: 50,
    });
    expect(shown.list.flatMap(({ list }) => list)).toContainEqual(
      expect.objectContaining({
        wall: made.wall,
        state: 'missed',
        choice: 'nextFree',
        chosenBy: expect.any(String),
      }),
    );
  });
});
