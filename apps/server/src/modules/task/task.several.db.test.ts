import { limits, taskCalls, type SeveralOutcomes, type TaskRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { cancelWaiting } from '../flight/index.ts';
import { createTask, type TaskRoom } from './index.ts';

let rooms: TestRooms;
let task: TaskRoom;
let flights: TestFlights;
let operator: string;
let dockOID: string;
let routeOID: string;

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
  await rooms.seed('gamma', ['operator', 'auditor'], 'Flug-4711!');
  await rooms.seed('omega', ['operator'], 'Flug-4711!');
  operator = await rooms.tokenOf('gamma-operator');
  dockOID = await flights.dock('gamma-operator');
  routeOID = await flights.route('gamma-operator');
});
afterAll(() => rooms.close());
beforeEach(async () => {
  await sql`delete from task_occurrence`.execute(rooms.db);
  await sql`delete from task`.execute(rooms.db);
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
const arranged = (at = dockOID) => ({
  routeOID,
  dockOID: at,
  returnAltitude: 100,
  lostAction: 'return',
  clarity: 'hd',
});
const schedule = () => ({
  timeZone: 'UTC',
  frequency: 'day',
  from: new Date(rooms.clock.wall()).toISOString().slice(0, 10),
  time: '00:00',
  window: { until: '23:55', everyMinutes: 5 },
});
const timed = (name: string, at = dockOID) =>
  call(taskCalls.add, { name, type: 'repeat', schedule: schedule(), arrangement: arranged(at) });
const manual = (name: string) => call(taskCalls.add, { name, type: 'manual' });
const pause = (request: object, token = operator) =>
  call<SeveralOutcomes>(taskCalls.pauseTasks, { reason: '大风', ...request }, token);
const resume = (request: object) => call<SeveralOutcomes>(taskCalls.restoreTasks, request);
/** What became of each, by name. */
const said = ({ list }: SeveralOutcomes): Record<string, string> =>
  Object.fromEntries(list.map(({ name, outcome, reason }) => [name ?? '?', reason ?? outcome]));
const paused = async (): Promise<string[]> => {
  const { list } = await call<{ list: TaskRecord[] }>(taskCalls.query, { sort: 'name' });
  return list.filter((one) => one.paused).map(({ name, pauseReason }) => `${name} ${pauseReason}`);
};
const statesOf = async (): Promise<string[]> =>
  (
    await sql<{ said: string }>`select task.name || ' ' || state || coalesce(' ' || reason, '') as said
      from task_occurrence join task on task.oid = task_oid order by name, due_at`.execute(rooms.db)
  ).rows.map((row) => row.said);

describe('several tasks', () => {
  it('are paused for one reason, and each says for itself why it was not', async () => {
    const [a, b, byHand] = [await timed('a'), await timed('b'), await manual('m')];
    await call(taskCalls.pauseTask, { oid: b.oid, reason: '检修' });
    const stranger = '00000000-0000-7000-8000-000000000000';
    const answer = await pause({ oids: [a.oid, b.oid, byHand.oid, stranger, a.oid] });
    expect(said(answer)).toEqual({ a: 'done', b: 'taskPaused', m: 'taskManual', '?': 'notFound' });
    expect(answer.total).toBe(3);
    expect(answer.list[1]?.message).toBe('The task is paused already');
    // One that was refused keeps its own reason.
    expect(await paused()).toEqual(['a 大风', 'b 检修']);
    const { rows } = await sql<{ oid: string }>`select detail ->> 'taskOID' as oid from audit_log
      where action = 'task.pause' and detail ->> 'pauseReason' = '大风'`.execute(rooms.db);
    expect(rows).toEqual([{ oid: a.oid }]);
    const refused = await sql<{ outcome: string; tasks: unknown }>`select outcome, detail -> 'tasks' as tasks
      from audit_log where action = 'task.pause' and outcome <> 'done'`.execute(rooms.db);
    const reasons = { [b.oid]: 'taskPaused', [byHand.oid]: 'taskManual', [stranger]: 'notFound' };
    expect(refused.rows).toEqual([
      { outcome: 'taskPaused', tasks: Object.entries(reasons).map(([oid, reason]) => ({ oid, reason })) },
    ]);
  });

  it('fly nothing that fell due while they were paused', async () => {
    const [a, b] = [await timed('a'), await timed('b')];
    const first = a.nextRun?.at ?? 0;
    // At the instant at which they are due: what was due by then is cancelled for good.
    rooms.clock.move(first - rooms.clock.wall());
    operator = await rooms.tokenOf('gamma-operator');
    await pause({ dockOID });
    expect(await statesOf()).toEqual(['a cancelled taskPaused', 'b cancelled taskPaused']);
    rooms.clock.move(17 * minute);
    await task.schedule.pass();
    operator = await rooms.tokenOf('gamma-operator');
    expect(said(await resume({ oids: [a.oid, b.oid] }))).toEqual({ a: 'done', b: 'done' });
    await task.schedule.pass();
    expect(await statesOf()).toEqual([
      'a cancelled taskPaused',
      'a planned',
      'b cancelled taskPaused',
      'b planned',
    ]);
    expect(await call(taskCalls.get, { oid: a.oid })).toMatchObject({ nextRun: { at: first + 20 * minute } });
  });

  it('may be all of a dock, and of no other', async () => {
    const other = await flights.dock('gamma-operator');
    await timed('a');
    await timed('elsewhere', other);
    await manual('m');
    expect(said(await pause({ dockOID }))).toEqual({ a: 'done' });
    expect(said(await pause({ dockOID }))).toEqual({ a: 'taskPaused' });
    expect(await paused()).toEqual(['a 大风']);
    // A dock of others is one that never was.
    const theirs = await flights.dock('omega-operator');
    for (const none of [theirs, '00000000-0000-7000-8000-000000000000'])
      expect(await pause({ dockOID: none })).toEqual({ list: [], total: 0 });
  });

  it('may be all of a department, of those in sight', async () => {
    const { groupOID } = await timed('a');
    await timed('b');
    expect(said(await pause({ groupOID }))).toEqual({ a: 'done', b: 'done' });
    const stranger = await rooms.tokenOf('omega-operator');
    expect(await reasonOf(pause({ groupOID }, stranger))).toBe('notFound');
    expect(said(await resume({ groupOID, reason: '大风' }))).toEqual({ a: 'done', b: 'done' });
    expect(await resume({ groupOID, reason: '大风' })).toEqual({ list: [], total: 0 });
  });

  it('of a dock are resumed only where they were paused for the reason that is over', async () => {
    const [, b] = [await timed('a'), await timed('b')];
    await call(taskCalls.pauseTask, { oid: b.oid, reason: '检修' });
    await pause({ dockOID });
    expect(said(await resume({ dockOID, reason: '大风' }))).toEqual({ a: 'done', b: 'taskPausedOtherwise' });
    expect(await paused()).toEqual(['b 检修']);
    expect(await reasonOf(resume({ dockOID }))).toBe('invalid');
    // Chosen by name it is meant whatever it was paused for.
    expect(said(await resume({ oids: [b.oid] }))).toEqual({ b: 'done' });
    expect(said(await resume({ oids: [b.oid] }))).toEqual({ b: 'taskNotPaused' });
  });

  it('are asked for in one way, by those who may pause one', async () => {
    const { oid, groupOID } = await timed('a');
    expect(await reasonOf(pause({}))).toBe('invalid');
    expect(await reasonOf(pause({ oids: [oid], dockOID }))).toBe('invalid');
    expect(await reasonOf(pause({ dockOID, groupOID }))).toBe('invalid');
    expect(await reasonOf(pause({ oids: [] }))).toBe('invalid');
    expect(await reasonOf(pause({ oids: Array(limits.task.several.chosenMost + 1).fill(oid) }))).toBe(
      'invalid',
    );
    expect(await reasonOf(pause({ oids: [oid], reason: ' ' }))).toBe('invalid');
    const auditor = await rooms.tokenOf('gamma-auditor');
    expect(await reasonOf(pause({ oids: [oid] }, auditor))).toBe('notAllowed');
    expect(await paused()).toEqual([]);
  });

  it('do not hold each other up: one that fails is answered as such, and the others are done', async () => {
    const [a, b, c] = [await timed('a'), await timed('b'), await timed('c')];
    await sql`update task set schedule_rule = 'no rule' where oid = ${b.oid}`.execute(rooms.db);
    await sql`update task set paused = true where oid = any(${[a.oid, b.oid, c.oid]}::uuid[])`.execute(
      rooms.db,
    );
    await sql`delete from task_occurrence`.execute(rooms.db);
    expect(said(await resume({ oids: [a.oid, b.oid, c.oid] }))).toEqual({
      a: 'done',
      b: 'internal',
      c: 'done',
    });
  });
});
