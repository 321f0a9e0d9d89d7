import { calls, type OccurrenceRecord } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until, type Answer } from '../testing/caller.ts';
import { startDockProcess, type SimulatedDockProcess } from '../testing/simulator-process.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const sn = 'TIMEDDOCK001';
let server: TestServer;
let simulator: SimulatedDockProcess | null = null;
let oid: string;
let arrangement: Record<string, unknown>;

beforeAll(async () => {
  server = await startTestServer();
  const routeOID = (await server.uploadRoute()).oid;
  const { groupOID } = server;
  const request = { name: '定时机场', model: '3-2-0', sn, groupOID, vendor: 'DJI' };
  const added = (await server.call(calls.dock.add, request)).data;
  oid = added.oid as string;
  simulator = await startDockProcess(added.secret as string, { broker: server.running.mqtt, sn, speed: 50 });
  arrangement = { routeOID, dockOID: oid, returnAltitude: 100, lostAction: 'return', clarity: 'hd' };
  const ready = await server.addFlight(oid, routeOID);
  const gate = (): Promise<Answer> => server.call(calls.flight.gate, { oid: ready });
  await until('gate', gate, ({ data }) => data?.ready === true);
  await server.call(calls.flight.remove, { oids: [ready] });
});
afterAll(async () => {
  await simulator?.end();
  await server?.close();
});

/** A task of one time whose run is due in so many ms. */
const addTask = async (ms: number, part: Record<string, unknown> = {}): Promise<string> => {
  const at = new Date(Date.now() + 600_000).toISOString().slice(0, 16);
  const schedule = { timeZone: 'UTC', at };
  const request = { name: '定时', type: 'single', schedule, arrangement: { ...arrangement, ...part } };
  const added = await server.call(calls.task.add, request);
  expect(added).toMatchObject({ status: 200 });
  const taskOID = added.data.oid as string;
  // A schedule knows minutes; the test does not wait for one.
  await sql`update task_occurrence set due_at = ${new Date(Date.now() + ms)}
    where task_oid = ${taskOID}::uuid`.execute(server.database.connection.kysely);
  return taskOID;
};
const runOf = async (taskOID: string): Promise<OccurrenceRecord> =>
  (await server.call(calls.task.occurrences, { oid: taskOID })).data.list[0] as OccurrenceRecord;
const decided = (taskOID: string, within = 30_000): Promise<OccurrenceRecord> =>
  until(
    'decided',
    () => runOf(taskOID),
    ({ state }) => !['planned', 'launching'].includes(state),
    within,
  );

it('a timed task takes off by itself, once, and its record says that the server started it', async () => {
  const taskOID = await addTask(5_000);
  const run = await decided(taskOID);
  expect(run).toMatchObject({ state: 'launched', reason: null });
  const flight = (await server.call(calls.flight.get, { oid: run.flightOID })).data;
  expect(flight).toMatchObject({ taskOID, dockOID: oid });
  const { list } = (await server.call(calls.command.query, { flightOID: run.flightOID })).data;
  expect(list).toHaveLength(1);
  const [order] = list as [{ method: string; issuedAt: number; history: { detail: string | null }[] }];
  expect(order.method).toBe('startJob');
  expect(order.history[0]).toMatchObject({ state: 'drafted', detail: 'byServer' });
  expect(order.issuedAt - run.dueAt).toBeLessThan(promised(2_000));
  const over = await until(
    'over',
    async () => (await server.call(calls.flight.get, { oid: run.flightOID })).data,
    ({ state }) => state === 'over',
  );
  expect(over.outcome).toBe('done');
  expect((await server.call(calls.task.get, { oid: taskOID })).data).toMatchObject({ status: 'done' });
});

const ordersOf = async (flightOID: string | null): Promise<string[]> => {
  const { list } = (await server.call(calls.command.query, { flightOID })).data;
  return (list as { method: string; state: string }[])
    .map(({ method, state }) => `${method} ${state}`)
    .toSorted();
};

it('a conditional task lies at its dock, and takes off once that reports ready', async () => {
  const taskOID = await addTask(6_000, { condition: { battery: 40, minutes: 5 } });
  const run = await decided(taskOID);
  expect(run).toMatchObject({ state: 'launched', reason: 'metCondition' });
  const [prepare, start, ...more] = await ordersOf(run.flightOID);
  expect(prepare).toBe('prepareJob succeeded');
  expect(start).toMatch(/^startJob /);
  expect(more).toEqual([]);
  const over = await until(
    'over',
    async () => (await server.call(calls.flight.get, { oid: run.flightOID })).data,
    ({ state }) => state === 'over',
  );
  expect(over.outcome).toBe('done');
});

it('a conditional task that is paused is taken back from its dock, which never starts it', async () => {
  const taskOID = await addTask(20_000, { condition: { battery: 100, minutes: 5 } });
  const { flightOID } = await until(
    'prepared',
    () => runOf(taskOID),
    ({ flightOID: oidOf }) => oidOf !== null,
  );
  const ordered = (): Promise<string[]> => ordersOf(flightOID);
  await until('taken', ordered, (orders) => orders.includes('prepareJob succeeded'));
  await server.call(calls.task.pauseTask, { oid: taskOID, reason: '停飞' });
  await until('taken back', ordered, (orders) => orders.includes('undoJob succeeded'));
  expect(await ordered()).toEqual(['prepareJob succeeded', 'undoJob succeeded']);
});

it('a run that the pre-flight check refuses is missed with its items, and nothing leaves', async () => {
  await simulator?.fail({ kind: 'rain' });
  const run = await decided(await addTask(3_000));
  expect(run.state).toBe('missed');
  expect(run.message).toContain('Rain');
});

it('what will keep a run of the next day on the ground is found today, by what its flight is judged by', async () => {
  const due = 2 * 3_600_000;
  const taskOID = await addTask(due);
  // By itself an insurance that is over is only shown: here the organisation decided that it counts.
  await sql`update organisation set policy = '{"gateFailedWarns":[]}'`.execute(
    server.database.connection.kysely,
  );
  await server.call(calls.dock.edit, { oid, insuranceUntil: Date.now() + due / 2 });
  const run = await until(
    'foreseen',
    () => runOf(taskOID),
    ({ reason }) => reason !== null,
  );
  expect(run).toMatchObject({ state: 'planned', reason: 'gateBlocked', flightOID: null });
  expect(run.message).toContain('Insurance');
});
