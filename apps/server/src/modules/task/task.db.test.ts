import { limits, taskCalls, taskTemplateCalls, type TaskRecord, type TaskTemplate } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { cancelWaiting } from '../flight/index.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createTask, type TaskRoom } from './index.ts';

let rooms: TestRooms;
let task: TaskRoom;
let flights: TestFlights;
let operator: string;
let stranger: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  const { audit, department } = rooms;
  task = createTask(rooms.runtime, {
    audit,
    department,
    cancelFlights: cancelWaiting,
    notifyRuns: async () => undefined,
  });
  flights = createTestFlights(rooms.runtime);
  await rooms.seed('gamma', ['operator', 'administrator', 'leader', 'auditor'], 'Flug-4711!');
  await rooms.seed('omega', ['operator'], 'Flug-4711!');
});
afterAll(() => rooms.close());
beforeEach(async () => {
  await sql`delete from flight`.execute(rooms.db);
  await sql`delete from task`.execute(rooms.db);
  operator = await rooms.tokenOf('gamma-operator');
  stranger = await rooms.tokenOf('omega-operator');
});

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T = TaskRecord>(
  declaration: Declaration,
  request: unknown,
  token = operator,
): Promise<T> => (await rooms.call(declaration, request, { token, extra: task.endpoints })).data as T;
const make = (name: string, token = operator) => call(taskCalls.add, { name, type: 'manual' }, token);
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { reason: string }).reason,
  );
const names = async (request: object, token = operator): Promise<string[]> => {
  const page = await call<{ list: TaskRecord[]; total: number }>(taskCalls.query, request, token);
  expect(page.total).toBe((await call<{ count: number }>(taskCalls.queryCount, request, token)).count);
  return page.list.map((one) => one.name);
};

describe('tasks', () => {
  it('are made, shown, renamed and deleted', async () => {
    const made = await make('  日常巡检 ');
    expect(made).toMatchObject({
      name: '日常巡检',
      type: 'manual',
      status: 'scheduled',
      flightCount: 0,
      currentFlightOID: null,
      createdBy: 'gamma operator',
      groupName: 'gamma',
      allowed: ['get', 'edit', 'delete'],
    });
    const changed = await call(taskCalls.edit, { oid: made.oid, remark: '每周', status: 'flying' });
    expect(changed).toEqual({ ...made, remark: '每周', version: 1 });
    const late = { oid: made.oid, name: 'late' };
    expect(await reasonOf(call(taskCalls.edit, { ...late, version: 0 }))).toBe('conflict');
    expect(await call(taskCalls.edit, { ...late, version: 1 })).toMatchObject({ name: 'late', version: 2 });
    expect(await call(taskCalls.remove, { oids: [made.oid] })).toEqual({ ok: true });
    expect(await reasonOf(call(taskCalls.get, { oid: made.oid }))).toBe('notFound');
  });

  it('that were deleted come back for ten minutes, for those who may delete them', async () => {
    const { oid } = await make('a');
    await call(taskCalls.remove, { oids: [oid] });
    const auditor = await rooms.tokenOf('gamma-auditor');
    expect(await reasonOf(call(taskCalls.restore, { oids: [oid] }, auditor))).toBe('notAllowed');
    expect(await reasonOf(call(taskCalls.restore, { oids: [oid] }, stranger))).toBe('notFound');
    expect(await call(taskCalls.restore, { oids: [oid] })).toEqual({ ok: true });
    expect(await call(taskCalls.get, { oid })).toMatchObject({ name: 'a' });
    const audited = await sql<{ detail: unknown }>`select detail from audit_log
      where action = 'task.restore' and outcome = 'done'`.execute(rooms.db);
    expect(audited.rows).toEqual([{ detail: { tasks: [{ oid, name: 'a' }] } }]);
    await call(taskCalls.remove, { oids: [oid] });
    rooms.clock.move(limits.list.restoreWithin + 1);
    expect(await reasonOf(call(taskCalls.restore, { oids: [oid] }))).toBe('restoreTooLate');
  });

  it('fly while one of their flights flies, and then cannot be deleted', async () => {
    const { oid } = await make('a');
    await make('b');
    const routeOID = await flights.route('gamma-operator');
    const [first, second] = [await flights.dock('gamma-operator'), await flights.dock('gamma-operator')];
    const waiting = await flights.flight('gamma-operator', { taskOID: oid, routeOID, dockOID: first });
    expect(await call(taskCalls.get, { oid })).toMatchObject({
      status: 'scheduled',
      flightCount: 1,
      currentFlightOID: waiting,
      currentDockOID: first,
      currentPhase: 'waiting',
      allowed: ['get', 'edit'],
    });
    const createdAt = new Date(0);
    const part = { taskOID: oid, routeOID, dockOID: second, state: 'inFlight', createdAt };
    const flying = await flights.flight('gamma-operator', part);
    expect(await call(taskCalls.get, { oid })).toMatchObject({
      status: 'flying',
      currentFlightOID: flying,
      currentDockOID: second,
      currentPhase: 'preparing',
    });
    await sql`update flight set phase = 'returning' where oid = ${flying}`.execute(rooms.db);
    expect(await call(taskCalls.get, { oid })).toMatchObject({ currentPhase: 'returning' });
    expect(await names({ status: 'flying' })).toEqual(['a']);
    expect(await names({ status: 'scheduled' })).toEqual(['b']);
    expect(await reasonOf(call(taskCalls.remove, { oids: [oid] }))).toBe('inUse');
    await sql`update flight set state = 'over'`.execute(rooms.db);
    expect(await call(taskCalls.get, { oid })).toMatchObject({
      currentFlightOID: null,
      currentPhase: null,
      flightCount: 2,
    });
    expect(await reasonOf(call(taskCalls.remove, { oids: [oid] }))).toBe('done');
  });

  it('are done once they flew and nothing of them waits, unless they repeat', async () => {
    const { oid } = await make('a');
    const routeOID = await flights.route('gamma-operator');
    const part = { taskOID: oid, routeOID, dockOID: await flights.dock('gamma-operator') };
    const statusOf = async () => ((await call(taskCalls.get, { oid })) as { status: string }).status;
    const flown = await flights.flight('gamma-operator', part);
    // One that was cancelled before it began has flown nothing.
    await sql`update flight set state = 'over', outcome = 'cancelled' where oid = ${flown}`.execute(rooms.db);
    expect(await statusOf()).toBe('scheduled');
    await sql`update flight set start_time = now() where oid = ${flown}`.execute(rooms.db);
    expect(await statusOf()).toBe('done');
    expect(await names({ status: 'done' })).toEqual(['a']);
    expect(await names({ status: 'scheduled' })).toEqual([]);
    await sql`update task set type = 'repeat' where oid = ${oid}`.execute(rooms.db);
    expect(await statusOf()).toBe('scheduled');
    await sql`update task set type = 'manual' where oid = ${oid}`.execute(rooms.db);
    await flights.flight('gamma-operator', part);
    expect(await statusOf()).toBe('scheduled');
    await sql`update flight set deleted_at = now() where start_time is null`.execute(rooms.db);
    expect(await statusOf()).toBe('done');
  });

  it('are listed by page, keyword and maker', async () => {
    const administrator = await rooms.tokenOf('gamma-administrator');
    for (const name of ['x_1', 'X_2', 'y']) {
      await make(name);
      rooms.clock.move(1_000);
    }
    await make('theirs', administrator);
    expect(await names({})).toEqual(['theirs', 'y', 'X_2', 'x_1']);
    expect(await names({ sort: 'createdAt', mine: true })).toEqual(['x_1', 'X_2', 'y']);
    expect(await names({ keyword: 'x_' })).toEqual(['X_2', 'x_1']);
    expect((await call<{ list: unknown[] }>(taskCalls.query, { pageNum: 2, pageSize: 3 })).list).toHaveLength(
      1,
    );
  });

  it('of another organisation do not exist', async () => {
    const { oid } = await make('a');
    expect(await names({}, stranger)).toEqual([]);
    expect(await reasonOf(call(taskCalls.get, { oid }, stranger))).toBe('notFound');
    expect(await reasonOf(call(taskCalls.edit, { oid, name: 'z' }, stranger))).toBe('notFound');
    expect(await reasonOf(call(taskCalls.remove, { oids: [oid] }, stranger))).toBe('notFound');
    expect(await names({})).toEqual(['a']);
  });

  it('may be read by some and changed by others', async () => {
    const { oid } = await make('a');
    const auditor = await rooms.tokenOf('gamma-auditor');
    expect(await call(taskCalls.get, { oid }, auditor)).toMatchObject({ allowed: ['get'] });
    expect(await reasonOf(call(taskCalls.edit, { oid, name: 'z' }, auditor))).toBe('notAllowed');
    const leader = await rooms.tokenOf('gamma-leader');
    expect(await reasonOf(call(taskCalls.add, { name: 'z', type: 'manual' }, leader))).toBe('notAllowed');
  });
});

describe('favourites', () => {
  const marked = async (token = operator) => (await names({ favourite: true }, token)).toSorted();
  const mark = (oid: string, favourite: boolean, token = operator) =>
    call(taskCalls.setFavourite, { oid, favourite }, token);

  it('are a mark of each member alone, of those who may only read too', async () => {
    const [a, b] = [await make('a'), await make('b')];
    const auditor = await rooms.tokenOf('gamma-auditor');
    expect(a.favourite).toBe(false);
    expect(await mark(a.oid, true)).toMatchObject({ favourite: true, version: 0 });
    await mark(a.oid, true);
    await mark(b.oid, true, auditor);
    expect(await marked()).toEqual(['a']);
    expect(await marked(auditor)).toEqual(['b']);
    expect(await call(taskCalls.get, { oid: a.oid }, auditor)).toMatchObject({ favourite: false });
    expect(await mark(a.oid, false)).toMatchObject({ favourite: false });
    expect(await marked()).toEqual([]);
    expect(await marked(auditor)).toEqual(['b']);
  });

  it('are of tasks in sight', async () => {
    const { oid } = await make('a');
    expect(await reasonOf(mark(oid, true, stranger))).toBe('notFound');
    expect(await marked(stranger)).toEqual([]);
  });
});

describe('templates of tasks', () => {
  const schedule = {
    timeZone: 'UTC',
    frequency: 'day',
    from: '2021-01-01',
    until: '2021-02-01',
    time: '08:00',
  };
  const arranged = async () => ({
    routeOID: await flights.route('gamma-operator'),
    dockOID: await flights.dock('gamma-operator'),
    returnAltitude: 120,
    lostAction: 'continue',
    clarity: 'hd',
  });
  const keep = (request: object, token = operator) =>
    call<TaskTemplate>(taskTemplateCalls.add, { name: 't', ...request }, token);
  const templates = async (token = operator) =>
    (await call<{ list: TaskTemplate[] }>(taskTemplateCalls.query, {}, token)).list.map(({ name }) => name);

  it('keep when a task flies and what, also where all its times are past, and nothing flies by them', async () => {
    const arrangement = await arranged();
    const made = await keep({ name: '夜巡', schedule, arrangement });
    expect(made).toMatchObject({ name: '夜巡', schedule, arrangement, createdBy: 'gamma operator' });
    expect(await keep({ name: 'by hand', arrangement })).toMatchObject({ schedule: null, arrangement });
    expect(await names({})).toEqual([]);
    expect(await call(taskTemplateCalls.get, { oid: made.oid })).toEqual(made);
    await call(taskTemplateCalls.edit, { oid: made.oid, name: '夜巡二' });
    await call(taskTemplateCalls.remove, { oids: [made.oid] });
    expect(await templates()).toEqual(['by hand']);
    await call(taskTemplateCalls.restore, { oids: [made.oid] });
    expect(await templates()).toContain('夜巡二');
  });

  it('are of what their maker sees, for those who may edit tasks, and of no other organisation', async () => {
    const arrangement = await arranged();
    const theirs = await flights.dock('omega-operator');
    expect(await reasonOf(keep({ arrangement: { ...arrangement, dockOID: theirs } }))).toBe('notFound');
    expect(await reasonOf(keep({ arrangement: { ...arrangement, returnAltitude: 19 } }))).toBe('invalid');
    expect(await reasonOf(keep({ arrangement, schedule: { ...schedule, time: '25:00' } }))).toBe('invalid');
    expect(await reasonOf(keep({ arrangement }, await rooms.tokenOf('gamma-auditor')))).toBe('notAllowed');
    const { oid } = await keep({ name: 'ours', arrangement });
    expect(await templates(stranger)).toEqual([]);
    expect(await reasonOf(call(taskTemplateCalls.get, { oid }, stranger))).toBe('notFound');
    expect(await reasonOf(call(taskTemplateCalls.remove, { oids: [oid] }, stranger))).toBe('notFound');
  });
});
