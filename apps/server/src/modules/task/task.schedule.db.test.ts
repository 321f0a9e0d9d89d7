import { limits, taskCalls, type OccurrenceRecord, type TaskRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelWaiting } from '../flight/index.ts';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createTask, type TaskRoom } from './index.ts';

let rooms: TestRooms;
let task: TaskRoom;
let flights: TestFlights;
let operator: string;
let arrangement: Record<string, unknown>;
let dies = false;
const notified: { name: string; wall: string; count: number }[] = [];

beforeAll(async () => {
  rooms = await createTestRooms();
  const { audit, department } = rooms;
  task = createTask(rooms.runtime, {
    audit,
    department,
    cancelFlights: cancelWaiting,
    notifyRuns: async (_groupOID, _kind, values, trx) => {
      // As a server that is killed: its connection ends, and nothing of the transaction stays.
      if (dies) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
      notified.push(values);
    },
  });
  flights = createTestFlights(rooms.runtime);
  await rooms.seed('gamma', ['operator', 'leader'], 'Flug-4711!');
  await rooms.seed('omega', ['operator'], 'Flug-4711!');
  operator = await rooms.tokenOf('gamma-operator');
  arrangement = {
    routeOID: await flights.route('gamma-operator'),
    dockOID: await flights.dock('gamma-operator'),
    returnAltitude: 100,
    lostAction: 'return',
    clarity: 'hd',
  };
});
afterAll(() => rooms.close());
beforeEach(async () => {
  await sql`delete from task_occurrence`.execute(rooms.db);
  await sql`delete from task`.execute(rooms.db);
  notified.length = 0;
  operator = await rooms.tokenOf('gamma-operator');
});

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T = TaskRecord>(
  declaration: Declaration,
  request: unknown,
  token = operator,
): Promise<T> => (await rooms.call(declaration, request, { token, extra: task.endpoints })).data as T;
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { reason: string }).reason,
  );

const minute = 60_000;
/** The time in UTC so many minutes from now, as the clocks of the test show it. */
const inMinutes = (minutes: number): string =>
  new Date(rooms.clock.wall() + minutes * minute).toISOString().slice(0, 16);
const atOf = (wall: string): number => Date.parse(`${wall}:00Z`);
const once = (minutes: number) => ({ timeZone: 'UTC', at: inMinutes(minutes) });
/** Every five minutes of every day. */
const often = () => ({
  timeZone: 'UTC',
  frequency: 'day',
  from: inMinutes(0).slice(0, 10),
  time: '00:00',
  window: { until: '23:55', everyMinutes: 5 },
});
const addSingle = (minutes: number) =>
  call(taskCalls.add, { name: 's', type: 'single', schedule: once(minutes), arrangement });
const addRepeat = () => call(taskCalls.add, { name: 'r', type: 'repeat', schedule: often(), arrangement });
const runs = async (oid: string): Promise<OccurrenceRecord[]> =>
  (await call<{ list: OccurrenceRecord[] }>(taskCalls.occurrences, { oid })).list.toReversed();
const states = async (oid: string): Promise<string[]> =>
  (await runs(oid)).map(({ state, reason }) => (reason === null ? state : `${state} ${reason}`));
const moveTo = (at: number): void => rooms.clock.move(at - rooms.clock.wall());

describe('a timed task', () => {
  it('of one time says when it flies, and is done when that is over', async () => {
    const wall = inMinutes(10);
    const made = await addSingle(10);
    expect(made).toMatchObject({
      type: 'single',
      status: 'scheduled',
      schedule: { timeZone: 'UTC', at: wall },
      arrangement,
      nextRun: { wall, at: atOf(wall) },
      allowed: ['get', 'edit', 'delete', 'pauseTask', 'occurrences'],
    });
    expect(await states(made.oid)).toEqual(['planned']);
    moveTo(atOf(wall) + limits.task.launchWithin + 1);
    await task.schedule.pass();
    expect(await call(taskCalls.get, { oid: made.oid })).toMatchObject({ status: 'done', nextRun: null });
  });

  it('that repeats has its next run, and the one after that when it is over', async () => {
    const made = await addRepeat();
    const first = made.nextRun?.at ?? 0;
    expect(first).toBeGreaterThan(rooms.clock.wall());
    moveTo(first + limits.task.launchWithin + 1);
    await task.schedule.pass();
    expect(await call(taskCalls.get, { oid: made.oid })).toMatchObject({
      status: 'scheduled',
      nextRun: { at: first + 5 * minute },
    });
    expect(await states(made.oid)).toEqual(['missed late', 'planned']);
  });

  it('needs a schedule of its type and an arrangement of what the caller sees', async () => {
    const given = { name: 'x', type: 'single', schedule: once(10), arrangement };
    const add = (part: object, token?: string) => reasonOf(call(taskCalls.add, { ...given, ...part }, token));
    expect(await add({})).toBe('done');
    expect(await add({ schedule: undefined })).toBe('invalid');
    expect(await add({ schedule: often() })).toBe('invalid');
    expect(await add({ arrangement: undefined })).toBe('invalid');
    expect(await add({ type: 'manual' })).toBe('invalid');
    expect(await add({ schedule: { ...once(10), timeZone: 'Mars/Olympus' } })).toBe('invalid');
    const theirs = await flights.dock('omega-operator');
    expect(await add({ arrangement: { ...arrangement, dockOID: theirs } })).toBe('notFound');
    expect(await add({}, await rooms.tokenOf('omega-operator'))).toBe('notFound');
    expect(await add({}, await rooms.tokenOf('gamma-leader'))).toBe('notAllowed');
  });

  it('has no past: a time that is over is refused, by add and by edit', async () => {
    expect(await reasonOf(addSingle(-1))).toBe('scheduleOver');
    const { oid } = await addSingle(10);
    const edit = { oid, type: 'single', arrangement };
    expect(await reasonOf(call(taskCalls.edit, { ...edit, schedule: once(-5) }))).toBe('scheduleOver');
    expect(await states(oid)).toEqual(['planned']);
    const changed = await call(taskCalls.edit, { ...edit, schedule: once(20) });
    expect(changed.nextRun?.wall).toBe(inMinutes(20));
    expect(await states(oid)).toEqual(['planned']);
  });

  it('becomes manual and manual tasks become timed; other changes leave its runs alone', async () => {
    const { oid } = await addRepeat();
    const [before] = await runs(oid);
    await call(taskCalls.edit, { oid, name: 'renamed' });
    expect(await runs(oid)).toEqual([before]);
    expect(await call(taskCalls.edit, { oid, type: 'manual' })).toMatchObject({
      type: 'manual',
      schedule: null,
      arrangement: null,
      nextRun: null,
    });
    expect(await runs(oid)).toEqual([]);
    const timed = { oid, type: 'single', schedule: once(5), arrangement };
    expect(await call(taskCalls.edit, timed)).toMatchObject({ nextRun: { wall: inMinutes(5) } });
  });

  it('that was changed, paused or deleted at the due instant ends cancelled, and says so', async () => {
    const made = [await addRepeat(), await addRepeat(), await addRepeat()];
    const [edited, paused, deleted] = made.map(({ oid }) => oid) as [string, string, string];
    moveTo(made[0]?.nextRun?.at ?? 0);
    await call(taskCalls.edit, { oid: edited, type: 'repeat', schedule: often(), arrangement });
    await call(taskCalls.pauseTask, { oid: paused, reason: '大风' });
    await call(taskCalls.remove, { oids: [deleted] });
    await task.schedule.pass();
    expect(await states(edited)).toEqual(['cancelled taskEdited', 'planned']);
    expect(await states(paused)).toEqual(['cancelled taskPaused']);
    const { rows } = await sql`select state, reason from task_occurrence
      where task_oid = ${deleted}`.execute(rooms.db);
    expect(rows).toEqual([{ state: 'cancelled', reason: 'taskDeleted' }]);
    expect((await runs(edited))[0]?.message).toBe('The task was changed when it was due');
  });
});

describe('a paused task', () => {
  it('has a reason and no run, and resumed never flies what fell due meanwhile', async () => {
    const { oid, nextRun } = await addRepeat();
    expect(await reasonOf(call(taskCalls.pauseTask, { oid, reason: ' ' }))).toBe('invalid');
    expect(await reasonOf(call(taskCalls.restoreTask, { oid }))).toBe('taskNotPaused');
    expect(await call(taskCalls.pauseTask, { oid, reason: '大风' })).toMatchObject({
      status: 'paused',
      pauseReason: '大风',
      nextRun: null,
      allowed: ['get', 'edit', 'delete', 'restoreTask', 'occurrences'],
    });
    expect(await reasonOf(call(taskCalls.pauseTask, { oid, reason: 'x' }))).toBe('taskPaused');
    expect(await call(taskCalls.getTaskStatus, { oid })).toEqual({
      oid,
      status: 'paused',
      pauseReason: '大风',
      nextRun: null,
    });
    // Resumed a second after a run was due: that one would still be in time.
    moveTo((nextRun?.at ?? 0) + 20 * minute + 1_000);
    await task.schedule.pass();
    const resumed = await call(taskCalls.restoreTask, { oid });
    expect(resumed).toMatchObject({ status: 'scheduled', pauseReason: '' });
    expect(resumed.nextRun?.at).toBe((nextRun?.at ?? 0) + 25 * minute);
    await task.schedule.pass();
    expect(await states(oid)).toEqual(['planned']);
    expect(notified).toEqual([]);
  });

  it('stays paused when it is changed; a manual one cannot be paused', async () => {
    const { oid } = await addRepeat();
    await call(taskCalls.pauseTask, { oid, reason: 'x' });
    const changed = { oid, type: 'repeat', schedule: often(), arrangement };
    expect(await call(taskCalls.edit, changed)).toMatchObject({ status: 'paused', nextRun: null });
    const manual = await call(taskCalls.add, { name: 'm', type: 'manual' });
    expect(await reasonOf(call(taskCalls.pauseTask, { oid: manual.oid, reason: 'x' }))).toBe('taskManual');
    const stranger = await rooms.tokenOf('omega-operator');
    expect(await reasonOf(call(taskCalls.restoreTask, { oid }, stranger))).toBe('notFound');
    const leader = await rooms.tokenOf('gamma-leader');
    expect(await reasonOf(call(taskCalls.restoreTask, { oid }, leader))).toBe('notAllowed');
  });

  it('that was deleted comes back without what fell due meanwhile', async () => {
    const { oid, nextRun } = await addRepeat();
    await call(taskCalls.remove, { oids: [oid] });
    moveTo((nextRun?.at ?? 0) + 5 * minute + 1_000);
    await task.schedule.pass();
    await call(taskCalls.restore, { oids: [oid] });
    await task.schedule.pass();
    expect((await call(taskCalls.get, { oid })).nextRun?.at).toBe((nextRun?.at ?? 0) + 10 * minute);
    expect(await states(oid)).toEqual(['planned']);
  });
});

describe('the pass', () => {
  it('misses each run of an hour without a server once, records it and notifies once', async () => {
    const { oid, nextRun } = await addRepeat();
    moveTo((nextRun?.at ?? 0) + 60 * minute + limits.task.launchWithin + 1);
    await task.schedule.pass();
    const kept = await states(oid);
    expect(kept.filter((state) => state === 'missed late')).toHaveLength(13);
    expect(kept.at(-1)).toBe('planned');
    expect(new Set((await runs(oid)).map(({ wall }) => wall)).size).toBe(14);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_log
      where action = 'task.run' and outcome = 'missed' and detail ->> 'taskOID' = ${oid}`.execute(rooms.db);
    expect(rows).toEqual([{ count: 13 }]);
    expect(notified).toEqual([expect.objectContaining({ name: 'r', count: 13 })]);
  });

  it('on two servers at once misses each run once', async () => {
    const { oid, nextRun } = await addRepeat();
    moveTo((nextRun?.at ?? 0) + 20 * minute + limits.task.launchWithin + 1);
    await Promise.all([task.schedule.pass(), task.schedule.pass()]);
    await task.schedule.pass();
    expect(await states(oid)).toEqual([...Array.from({ length: 5 }, () => 'missed late'), 'planned']);
    expect(notified.reduce((sum, { count }) => sum + count, 0)).toBe(5);
  });

  it('that waited for another one plans nothing beside what that one planned', async () => {
    const { oid } = await addRepeat();
    await sql`delete from task_occurrence`.execute(rooms.db);
    let waiting: Promise<void> = Promise.resolve();
    await rooms.db.transaction().execute(async (first) => {
      await task.schedule.plan(first, oid);
      waiting = rooms.db.transaction().execute((second) => task.schedule.plan(second, oid));
      await expect
        .poll(async () => {
          const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(rooms.db);
          return rows[0]?.count;
        })
        .toBe(1);
    });
    await waiting;
    expect(await states(oid)).toEqual(['planned']);
  });

  it('does not touch what may still come', async () => {
    const { oid, nextRun } = await addRepeat();
    moveTo((nextRun?.at ?? 0) + limits.task.launchWithin - 1);
    await task.schedule.pass();
    expect(await states(oid)).toEqual(['planned']);
  });

  it('is notified once, also where the server dies after it was missed', async () => {
    const { nextRun } = await addRepeat();
    moveTo((nextRun?.at ?? 0) + limits.task.launchWithin + 1);
    dies = true;
    await expect(task.schedule.pass()).rejects.toThrow(/connection/i);
    dies = false;
    expect(notified).toEqual([]);
    await Promise.all([task.schedule.pass(), task.schedule.pass()]);
    await task.schedule.pass();
    expect(notified).toEqual([expect.objectContaining({ name: 'r', count: 1 })]);
  });

  it('plans nothing twice when the clock is set back', async () => {
    const { oid, nextRun } = await addRepeat();
    moveTo((nextRun?.at ?? 0) + limits.task.launchWithin + 1);
    await task.schedule.pass();
    rooms.clock.move(-60 * minute);
    await task.schedule.pass();
    expect(await states(oid)).toEqual(['missed late', 'planned']);
    expect((await call(taskCalls.get, { oid })).nextRun?.at).toBe((nextRun?.at ?? 0) + 5 * minute);
    rooms.clock.move(60 * minute);
  });
});

describe('the lists', () => {
  it('show the next five runs of what is typed', async () => {
    const shown = await call<{ list: { at: number }[]; now: number }>(taskCalls.nextRuns, {
      schedule: often(),
    });
    expect(shown.list).toHaveLength(5);
    expect((shown.list[4]?.at ?? 0) - (shown.list[0]?.at ?? 0)).toBe(20 * minute);
    expect(await call(taskCalls.nextRuns, { schedule: once(-1) })).toMatchObject({ list: [] });
  });

  it('answer by type and by maker', async () => {
    await addSingle(10);
    await addRepeat();
    const namesOf = async (declaration: Declaration, request: object, token?: string) =>
      (await call<{ list: TaskRecord[] }>(declaration, request, token)).list.map(({ name }) => name);
    expect(await namesOf(taskCalls.query, { type: 'repeat' })).toEqual(['r']);
    expect(await namesOf(taskCalls.list, { keyword: 'S' })).toEqual(['s']);
    expect(await namesOf(taskCalls.mine, {})).toHaveLength(2);
    expect(await namesOf(taskCalls.mine, {}, await rooms.tokenOf('gamma-leader'))).toEqual([]);
    expect(await namesOf(taskCalls.list, {}, await rooms.tokenOf('omega-operator'))).toEqual([]);
  });
});
